/** What a form may be in all: a file of one megabyte, and what is around it. */
const formBytesMax = 1_400_000

/** A posted form with a file, read no further than it may be; undefined for one that is larger. */
export async function formWithin(request: Request, bytesMax = formBytesMax): Promise<FormData | undefined> {
  const chunks: Uint8Array[] = []
  let size = 0
  const reader = request.body?.getReader()
  for (;;) {
    const read = await reader?.read()
    if (!read || read.done) break
    size += (read.value as Uint8Array).byteLength
    if (size > bytesMax) {
      await reader!.cancel()
      return undefined
    }
    chunks.push(read.value as Uint8Array)
  }
  const body = new Blob(chunks as BlobPart[])
  return new Response(body, { headers: { 'content-type': request.headers.get('content-type') ?? '' } }).formData().catch(() => undefined)
}

/** The text of a file, or what was pasted beside it; as programs for spreadsheets save it, in UTF-8 or UTF-16. */
export async function textOfFile(form: FormData): Promise<string> {
  const file = form.get('file')
  if (file instanceof Blob && file.size > 0) {
    const bytes = new Uint8Array(await file.arrayBuffer())
    return new TextDecoder(bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : 'utf-8').decode(bytes)
  }
  const pasted = form.get('csv')
  return typeof pasted === 'string' ? pasted : ''
}
