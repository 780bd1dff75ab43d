import json
import os
from uuid import UUID

from openapi_client import (
    AddBankRequest,
    ApiClient,
    AuthApi,
    ChangeAccountSettingsRequestAllOfTransferLimitValue,
    Configuration,
    CreateCustomerRequest,
    CreateTransferRequest,
    CreateTransferRequestAmount,
    CreateTransferRequestLinks,
    CreateTransferRequestLinksDestination,
    CreateTransferRequestLinksSource,
    CustomersApi,
    FundingSource,
    FundingSourcesApi,
    PersonalCustomerRequest,
    TokenRequest,
    TransfersApi,
)


def id_of(headers: object) -> UUID:
    return UUID(dict(headers)['Location'].split('/')[-1])  # type: ignore[call-overload]


def balance_among(sources: list[FundingSource]) -> str:
    return next(source.links.var_self.href for source in sources if source.type == 'balance')


settings = Configuration(host=os.environ['API'], ssl_ca_cert=os.environ['CA'])
client = ApiClient(settings)
asked = TokenRequest(grant_type='client_credentials', client_id=os.environ['KEY'], client_secret=os.environ['SECRET'])
settings.access_token = AuthApi(client).create_token(asked).access_token

customers, sources, transfers = CustomersApi(client), FundingSourcesApi(client), TransfersApi(client)
person = PersonalCustomerRequest(
    first_name='Ada',
    last_name='Byron',
    email=os.environ['EMAIL'],
    address1='2 Elm St',
    city='Ames',
    state='IA',
    postal_code='50010',
    date_of_birth='1980-03-04',
    type='personal',
    ssn='1234',
)
customer = customers.get_customer(id_of(customers.create_customer_with_http_info(CreateCustomerRequest(person)).headers))
bank = AddBankRequest(routing_number='222222226', account_number='1234567', bank_account_type='checking', name='Checking')
sources.create_customer_funding_source(customer.id, bank)
listed = sources.list_customer_funding_sources(customer.id)
own = sources.list_account_funding_sources(UUID(os.environ['ACCOUNT']))
order = CreateTransferRequest(
    links=CreateTransferRequestLinks(
        source=CreateTransferRequestLinksSource(href=balance_among(own.embedded.funding_sources)),
        destination=CreateTransferRequestLinksDestination(href=balance_among(listed.embedded.funding_sources)),
    ),
    amount=CreateTransferRequestAmount(
        value=ChangeAccountSettingsRequestAllOfTransferLimitValue('12.50'), currency='USD'
    ),
)
transfer = transfers.get_transfer(id_of(transfers.create_transfer_with_http_info(order).headers))
print(json.dumps([customer.status, listed.total, str(transfer.id), transfer.status, transfer.amount.value]))
