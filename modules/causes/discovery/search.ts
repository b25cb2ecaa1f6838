import type { Ports } from '#shared/ports.ts'
import type { SearchInterpretation } from './contract.ts'
import {
  listDocuments,
  searchDocuments,
  correctSpelling,
  type SearchInput,
  type FoundPage,
  type Spelling,
} from './queries/search.ts'
import { findSimilarWords } from './rules/similar-words.ts'

export type SearchResult = FoundPage & SearchInterpretation

const asSaid: SearchInterpretation = { corrected: null, anyWord: false }

/**
 * Searches fundraisers. Words are matched as written; if nothing matches, with corrected spelling; if nothing has all
 * words, with any of them.
 */
export async function search(ports: Ports, request: SearchInput): Promise<SearchResult> {
  const { q } = request.filters
  if (q === '') return { ...(await listDocuments(ports, request)), ...asSaid }
  const exact = await searchDocuments(ports, request, { text: q })
  if (exact.total > 0 || request.offset > 0)
    return exact.total > 0 ? { ...exact, ...asSaid } : searchNear(ports, request)
  return searchNear(ports, request)
}

async function searchNear(ports: Ports, request: SearchInput): Promise<SearchResult> {
  const spelt = (await correctSpelling(ports, request.filters.q)).map(({ word, near }): Spelling => ({
    word,
    near: findSimilarWords(word, near),
  }))
  const isCorrected = spelt.some(({ near }) => near.length > 0)
  const corrected = isCorrected ? spelt.map(({ word, near }) => near[0] ?? word).join(' ') : null
  if (isCorrected) {
    const page = await searchDocuments(ports, request, { query: queryOf(spelt, ' & ') })
    if (page.total > 0) return { ...page, corrected, anyWord: false }
  }
  if (spelt.length < 2) return { found: [], total: 0, ...asSaid }
  const page = await searchDocuments(ports, request, { query: queryOf(spelt, ' | ') })
  return page.total > 0 ? { ...page, corrected, anyWord: true } : { ...page, ...asSaid }
}

/** Words are letters and digits only (`discovery.normalize`), and quoted as well. */
const queryOf = (spelt: readonly Spelling[], joint: ' & ' | ' | '): string =>
  spelt
    .map(({ word, near }) => `(${[word, ...near].map((text) => `'${text.replace(/['\\]/g, '')}'`).join(' | ')})`)
    .join(joint)
