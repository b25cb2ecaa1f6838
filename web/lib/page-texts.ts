import { createContext } from 'react'
import type { Catalogue } from '#shared/text.ts'

/** The texts of a page, and their JSON as embedded in the document. */
export type PageTexts = { readonly catalogue: Catalogue; readonly json: string }

export const pageTextsId = 'texts'

const pluralForm = /_(?:one|two|few|many)$/
/** Omits plural forms equal to `_other`, which `translate` falls back to. */
const isNeeded = (catalogue: Catalogue, [key, text]: [string, string]): boolean =>
  !pluralForm.test(key) || catalogue[key.replace(pluralForm, '_other')] !== text

/** Serializes the texts compactly and safely for a script element: nothing in the JSON can close it. */
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
 * The page's texts. Also known when loading the layout failed: the server sets them, and the browser reads them from
 * the document.
 */
export const PageTextsContext = createContext(ofDocument())
