import { required } from '#shared/collections.ts'
import type { Locale } from '#shared/text.ts'
import { catalogueOf } from '#shared/texts/catalogue.ts'

/** Reads one subject's texts of the demo in their language from `locales/<language>/seed/`. */
export function seedTexts(subject: string, locale: Locale) {
  const catalogue = catalogueOf(`seed/${subject}`, locale)
  const optional = (key: string): string | undefined => catalogue[key]
  /** Returns a text; throws if the language doesn't have it. */
  const text = (key: string): string => required(optional(key), `text locales/${locale}/seed/${subject}.json ${key}`)
  /** Returns the texts `key.1`, `key.2` and so on; at least one. */
  const list = (key: string): readonly [string, ...string[]] => {
    const texts: [string, ...string[]] = [text(`${key}.1`)]
    for (let next = optional(`${key}.2`); next !== undefined; next = optional(`${key}.${texts.length + 1}`))
      texts.push(next)
    return texts
  }
  return { text, optional, list }
}
