import { createContext } from 'react'
import type { Catalogue } from '#shared/text.ts'

/** Every text of a page, and the same as its document carries it. */
export type PageTexts = { readonly catalogue: Catalogue; readonly json: string }

export const pageTextsId = 'texts'

const pluralForm = /_(?:one|two|few|many)$/
/** A form that is the same as `_other` is left out: `translate` uses that one then. */
const isNeeded = (catalogue: Catalogue, [key, text]: [string, string]): boolean =>
  !pluralForm.test(key) || catalogue[key.replace(pluralForm, '_other')] !== text

/** In few bytes, and as a script element may hold it: nothing in it ends the element. */
export const pageTexts = (catalogue: Catalogue): PageTexts => ({
  catalogue,
  json: JSON.stringify(Object.fromEntries(Object.entries(catalogue).filter((entry) => isNeeded(catalogue, entry))))
    .replaceAll('{{', '{')
    .replaceAll('}}', '}')
    .replaceAll('<', '\\u003c'),
})

function ofDocument(): PageTexts {
  const json = globalThis.document?.getElementById(pageTextsId)?.textContent ?? '{}'
  return { catalogue: JSON.parse(json) as Catalogue, json }
}

/**
 * The texts of the page, known also where its frame could not be made: the server says them, and the browser reads them
 * off the document.
 */
export const PageTextsContext = createContext(ofDocument())
