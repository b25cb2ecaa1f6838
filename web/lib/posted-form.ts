import { data } from 'react-router'
import { required } from '#shared/collections.ts'
import { locales } from '#shared/texts/locales.ts'
import type { Catalogue } from '#shared/text.ts'

const files = import.meta.glob<Catalogue>('../../locales/*/platform/unreadable.json', {
  eager: true,
  import: 'default',
})

/** Enough for a file of one megabyte and its form. */
const formBytesMax = 1_400_000
/** More than any form has. */
const fieldsMax = 2000
const ampersand = '&'.charCodeAt(0)

/**
 * Reads a posted form up to the size limit. Throws 400 for a malformed form and 413 for one that is too large, with an
 * error page.
 */
export async function postedForm(request: Request): Promise<FormData> {
  const form = await formWithin(request)
  if (!form) throw unreadable('too-large', 413)
  return form
}

/** Reads a posted form, or returns undefined if it is larger than `bytesMax`. Throws 400 for a malformed form. */
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
    // Checked before parsing, because parsing hundreds of thousands of fields blocks the process for many seconds.
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

/** Contains the texts in all languages, because the page's own texts may not be loaded. */
function unreadable(why: 'broken' | 'too-large', status: number) {
  const textsIn = (locale: string) => required(files[`../../locales/${locale}/platform/unreadable.json`])
  const toTexts = (texts: Catalogue) => ({
    title: required(texts[`${why}.title`]),
    text: required(texts[`${why}.text`]),
  })
  return data(Object.fromEntries(locales.map((locale) => [locale, toTexts(textsIn(locale))])), { status })
}
