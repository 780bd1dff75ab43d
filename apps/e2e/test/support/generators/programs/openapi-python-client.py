import json
import os
import ssl
from uuid import UUID

import httpx
from halyard_api import AuthenticatedClient
from halyard_api.api.customers import create_customer, get_customer
from halyard_api.api.funding_sources import (
    create_customer_funding_source,
    list_account_funding_sources,
    list_customer_funding_sources,
)
from halyard_api.api.transfers import create_transfer, get_transfer
from halyard_api.models import (
    AddBankRequest,
    CreateTransferRequest,
    CreateTransferRequestAmount,
    CreateTransferRequestLinks,
    CreateTransferRequestLinksDestination,
    CreateTransferRequestLinksSource,
    Customer,
    FundingSourceList,
    PersonalCustomerRequest,
    Transfer,
)
from halyard_api.types import Response


def id_of(made: Response[object]) -> UUID:
    return UUID(made.headers['location'].split('/')[-1])


def balance_among(listed: FundingSourceList) -> str:
    return next(source.field_links.self_.href for source in listed.field_embedded.funding_sources if source.type_ == 'balance')


base_url, trusted = os.environ['API'], ssl.create_default_context(cafile=os.environ['CA'])
# What is generated for POST /token can't be imported (../generators.ts).
form = {'grant_type': 'client_credentials', 'client_id': os.environ['KEY'], 'client_secret': os.environ['SECRET']}
token = httpx.post(f'{base_url}/token', data=form, verify=trusted).json()['access_token']
client = AuthenticatedClient(base_url=base_url, token=token, verify_ssl=trusted)

person = PersonalCustomerRequest(
    first_name='Ada',
    last_name='Byron',
    email=os.environ['EMAIL'],
    address1='2 Elm St',
    city='Ames',
    state='IA',
    postal_code='50010',
    date_of_birth='1980-03-04',
    type_='personal',
    ssn='1234',
)
customer = get_customer.sync(id_of(create_customer.sync_detailed(client=client, body=person)), client=client)
assert isinstance(customer, Customer)
bank = AddBankRequest(
    routing_number='222222226', account_number='1234567', bank_account_type='checking', name='Checking'
)
create_customer_funding_source.sync_detailed(customer.id, client=client, body=bank)
listed = list_customer_funding_sources.sync(customer.id, client=client)
own = list_account_funding_sources.sync(UUID(os.environ['ACCOUNT']), client=client)
assert isinstance(listed, FundingSourceList) and isinstance(own, FundingSourceList)
order = CreateTransferRequest(
    field_links=CreateTransferRequestLinks(
        source=CreateTransferRequestLinksSource(href=balance_among(own)),
        destination=CreateTransferRequestLinksDestination(href=balance_among(listed)),
    ),
    amount=CreateTransferRequestAmount(value='12.50', currency='USD'),
)
ordered = create_transfer.sync_detailed(client=client, body=order)
transfer = get_transfer.sync(id_of(ordered), client=client)
assert isinstance(transfer, Transfer)
print(json.dumps([customer.status, listed.total, str(transfer.id), transfer.status, transfer.amount.value]))
