import { createContext } from 'react'
import type { Catalogue } from '#shared/text.ts'

/** Every text of a page, and the same as its document carries it. */
export type PageTexts = { readonly catalogue: Catalogue; readonly json: string }

export const pageTextsId = 'texts'

/** What a script element may hold: nothing in it ends the element. */
export const pageTexts = (catalogue: Catalogue): PageTexts => ({
  catalogue,
  json: JSON.stringify(catalogue).replaceAll('<', '\\u003c'),
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
