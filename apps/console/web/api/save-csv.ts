import { client } from './client.js';

/** Makes the browser save the API's answer as CSV. @throws ApiError, ConnectionError */
export async function saveCsv(path: string, name: string): Promise<void> {
  const { text } = await client.request('GET', path, { accept: 'text/csv' });
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/csv' }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
