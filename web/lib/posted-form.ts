import { data } from 'react-router'
import { required } from '#shared/collections.ts'
import { locales } from '#shared/texts/locales.ts'
import type { Catalogue } from '#shared/text.ts'

const files = import.meta.glob<Catalogue>('../../locales/*/platform/unreadable.json', {
  eager: true,
  import: 'default',
})

/** A file of one megabyte, and what is around it. */
const formBytesMax = 1_400_000
/** More than any form of ours has. */
const fieldsMax = 2000
const ampersand = '&'.charCodeAt(0)

/**
 * The form a page was sent, read no further than a form may be long. What is no whole form is answered 400, and what is
 * too long 413, with a page that says so.
 */
export async function postedForm(request: Request): Promise<FormData> {
  const form = await formWithin(request)
  if (!form) throw unreadable('too-large', 413)
  return form
}

/** The same for a page that says itself what is too long (`undefined`), or that takes files of another size. */
export async function formWithin(request: Request, bytesMax = formBytesMax): Promise<FormData | undefined> {
  const type = request.headers.get('content-type') ?? ''
  const isEncoded = /^application\/x-www-form-urlencoded\b/i.test(type)
  const chunks: BlobPart[] = []
  let size = 0
  let fields = 1
  const reader = request.body?.getReader()
  while (reader) {
    const read = await reader.read()
    if (read.done) break
    size += (read.value as Uint8Array).byteLength
    if (size > bytesMax) {
      await reader.cancel()
      return undefined
    }
    // Counted before it is read as a form: hundreds of thousands of fields take many seconds, for everybody.
    if (isEncoded) for (const byte of read.value as Uint8Array) if (byte === ampersand) fields++
    if (fields <= fieldsMax) chunks.push(read.value as Uint8Array<ArrayBuffer>)
  }
  if (fields > fieldsMax) throw unreadable('broken', 400)
  const form = await new Response(new Blob(chunks), { headers: { 'content-type': type } })
    .formData()
    .catch(() => undefined)
  if (!form || [...form.keys()].length > fieldsMax) throw unreadable('broken', 400)
  return form
}

/** In every language: the page around it may have no texts of its own. */
function unreadable(why: 'broken' | 'too-large', status: number) {
  const textsIn = (locale: string) => required(files[`../../locales/${locale}/platform/unreadable.json`])
  const toTexts = (texts: Catalogue) => ({
    title: required(texts[`${why}.title`]),
    text: required(texts[`${why}.text`]),
  })
  return data(Object.fromEntries(locales.map((locale) => [locale, toTexts(textsIn(locale))])), { status })
}
