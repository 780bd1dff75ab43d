import json
import os
import ssl
import sys

sys.path.insert(0, os.environ['GENERATED'])

from halyard_api import AuthenticatedClient
from halyard_api.api.customers import create_customer
from halyard_api.api.transfers import list_transfers
from halyard_api.models.unverified_customer_request import UnverifiedCustomerRequest

trusted = ssl.create_default_context(cafile=os.environ['CA'])
client = AuthenticatedClient(base_url=os.environ['API'], token=os.environ['TOKEN'], verify_ssl=trusted)
person = UnverifiedCustomerRequest(first_name='Ada', last_name='Byron', email='ada-python@example.com')
made = create_customer.sync_detailed(client=client, body=person)
listed = list_transfers.sync(client=client, limit=1)
print(json.dumps({'status': made.status_code, 'location': made.headers['location'], 'total': listed.total}))
