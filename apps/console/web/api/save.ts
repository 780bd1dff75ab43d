import { client } from './client.js';

/** Makes the browser save the API's answer. @param type the media type of the answer @throws ApiError, ConnectionError */
async function save(path: string, name: string, type: string): Promise<void> {
  const { text } = await client.request('GET', path, { accept: type });
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

export const saveCsv = (path: string, name: string): Promise<void> => save(path, name, 'text/csv');

export const saveText = (path: string, name: string): Promise<void> => save(path, name, 'text/plain');
