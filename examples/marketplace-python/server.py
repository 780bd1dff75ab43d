import hashlib
import hmac
import json
import os
import re
import secrets
import signal
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import dwollav2

API = os.environ.get('API', 'https://localhost:8443')
PORT = int(os.environ.get('PORT', '3000'))
FEE = {'value': '2.50', 'currency': 'USD'}

# All that differs from a program for the client's own sandbox.
dwollav2.Client.ENVIRONMENTS['sandbox'] = {'auth_url': f'{API}/auth', 'token_url': f'{API}/token', 'api_url': API}
client = dwollav2.Client(key=os.environ['KEY'], secret=os.environ['SECRET'], environment='sandbox')

token = client.Auth.client()
webhook_secret = secrets.token_hex(32)
# The status of each payout. A real marketplace has a database.
payouts = {}


class ForgedWebhook(Exception):
    pass


def call(method, *arguments):
    """Calls the API with a token that is valid now."""
    global token
    try:
        return getattr(token, method)(*arguments)
    except dwollav2.ExpiredAccessTokenError:
        token = client.Auth.client()
        return getattr(token, method)(*arguments)


def id_of(href):
    return href.rsplit('/', 1)[-1]


def create(path, body, headers={}):
    """Creates a resource and returns its id."""
    return id_of(call('post', path, body, headers).headers['location'])


def own_balance():
    account = call('get', '/').body['_links']['account']['href']
    sources = call('get', f'{account}/funding-sources').body['_embedded']['funding-sources']
    return next(source['_links']['self']['href'] for source in sources if source['type'] == 'balance')


def onboard(person):
    return {'id': create('customers', {**person, 'type': 'personal'})}


def link_bank(seller, bank):
    return {'id': create(f'customers/{seller}/funding-sources', bank)}


def pay_out(order):
    """Pays a seller for an order, once, however often it is asked to. The seller bears the fee."""
    seller = {'href': f'{API}/customers/{order["seller"]}'}
    transfer = {
        '_links': {
            'source': {'href': balance},
            'destination': {'href': f'{API}/funding-sources/{order["bank"]}'},
        },
        'amount': {'value': order['amount'], 'currency': 'USD'},
        'fees': [{'_links': {'charge-to': seller}, 'amount': FEE}],
    }
    payout = create('transfers', transfer, {'Idempotency-Key': order['order']})
    payouts.setdefault(payout, 'pending')
    return {'id': payout}


def receive(body, signature):
    """The money reaches the bank by a transfer of its own, which the payout funds."""
    expected = hmac.new(webhook_secret.encode(), body, hashlib.sha256).hexdigest()
    if not hmac.compare_digest(expected.encode(), signature.encode()):
        raise ForgedWebhook('The signature does not fit.')
    event = json.loads(body)
    if re.fullmatch('customer_bank_transfer_(completed|failed)', event['topic']):
        transfer = call('get', f'transfers/{event["resourceId"]}').body
        if 'funding-transfer' in transfer['_links']:
            payouts[id_of(transfer['_links']['funding-transfer']['href'])] = transfer['status']
    return {}


def answer(method, path, body, headers):
    found = re.fullmatch(r'/(\w+)(?:/([\w-]+))?(?:/(\w+))?', path)
    noun, name, part = found.groups() if found else (None, None, None)
    request = (method, noun, part)
    if request == ('POST', 'sellers', None):
        return onboard(json.loads(body))
    if request == ('POST', 'sellers', 'banks'):
        return link_bank(name, json.loads(body))
    if request == ('POST', 'payouts', None):
        return pay_out(json.loads(body))
    if request == ('GET', 'payouts', None) and name in payouts:
        return {'status': payouts[name]}
    if request == ('POST', 'webhooks', None):
        return receive(body, headers.get('x-request-signature-sha-256', ''))
    return None


def answer_or_refusal(*request):
    try:
        found = answer(*request)
        return (404, {'message': 'Not found.'}) if found is None else (200, found)
    except ForgedWebhook as error:
        return 401, {'message': str(error)}
    except dwollav2.Error as error:
        said = error.body if isinstance(error.body, dict) else {}
        return error.status, {'message': said.get('message'), 'errors': said.get('_embedded', {}).get('errors')}
    except json.JSONDecodeError:
        return 400, {'message': 'The body is not JSON.'}


class Handler(BaseHTTPRequestHandler):
    def respond(self):
        body = self.rfile.read(int(self.headers.get('content-length', 0)))
        status, said = answer_or_refusal(self.command, self.path, body, self.headers)
        text = json.dumps(said).encode()
        self.send_response(status)
        self.send_header('content-type', 'application/json')
        self.send_header('content-length', str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    do_GET = do_POST = respond

    def log_message(self, *_):
        pass


balance = own_balance()
server = ThreadingHTTPServer(('127.0.0.1', PORT), Handler)
url = f'http://127.0.0.1:{PORT}/webhooks'
subscription = create('webhook-subscriptions', {'url': url, 'secret': webhook_secret})
# It is stopped by another thread than the one that serves.
signal.signal(signal.SIGINT, lambda *_: threading.Thread(target=server.shutdown).start())
print(f'The marketplace listens on http://127.0.0.1:{PORT}', flush=True)
server.serve_forever()
call('delete', f'webhook-subscriptions/{subscription}')
