/** Returns the text of an uploaded file or the pasted text. Reads UTF-8 and UTF-16, as spreadsheets export. */
export async function textOfFile(form: FormData): Promise<string> {
  const file = form.get('file')
  if (file instanceof Blob && file.size > 0) {
    const bytes = new Uint8Array(await file.arrayBuffer())
    return new TextDecoder(bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : 'utf-8').decode(bytes)
  }
  const pasted = form.get('csv')
  return typeof pasted === 'string' ? pasted : ''
}
