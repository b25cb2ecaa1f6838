import { decodeCsv } from '#shared/input/csv-file.ts'

/** Returns the text of an uploaded file or the pasted text. */
export async function textOfFile(form: FormData): Promise<string> {
  const file = form.get('file')
  if (file instanceof Blob && file.size > 0) return decodeCsv(new Uint8Array(await file.arrayBuffer()))
  const pasted = form.get('csv')
  return typeof pasted === 'string' ? pasted : ''
}
