import { createHash } from 'node:crypto'
import { CsvError, parse } from 'csv-parse/sync'
import { replaceList, type ScreeningEntry } from '#modules/causes/organizations/index-screening.ts'
import { record } from '#modules/platform/audit/index.ts'
import type { CharityPorts } from '../ports.ts'
import { screenAllCharities } from './screen.ts'

const columns = ['name', 'aliases', 'birth_year', 'country', 'source', 'id'] as const

/**
 * Parses a list for name screening: CSV in UTF-8 with the columns name, aliases (separated by `;`), birth_year,
 * country, source and id. Throws an Error with the fault and its row.
 */
function readScreeningList(text: string): ScreeningEntry[] {
  let rows: Record<string, string>[]
  try {
    rows = parse(text, { bom: true, columns: true, trim: true, skip_empty_lines: true })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new Error(`the file is no CSV: ${error.message}`, { cause: error })
  }
  const missing = columns.filter((column) => rows[0] && !(column in rows[0]))
  if (rows.length === 0 || missing.length > 0)
    throw new Error(
      `the first row must be ${columns.join(',')}${missing.length > 0 ? ` (${missing.join(', ')} missing)` : ''}`,
    )
  const seen = new Set<string>()
  return rows.map((row, index) => {
    const place = `row ${index + 2}`
    const { name = '', aliases = '', birth_year: year = '', country = '', source = '', id = '' } = row
    if (name === '') throw new Error(`${place} has no name`)
    if (id === '') throw new Error(`${place} has no id`)
    if (seen.has(id)) throw new Error(`${place} has the id ${id} of an earlier row`)
    if (year !== '' && !/^\d{4}$/.test(year)) throw new Error(`${place} has a birth year that is no year: ${year}`)
    seen.add(id)
    const names = [name, ...aliases.split(';').map((alias) => alias.trim())].filter((text) => text !== '')
    return {
      entryId: id,
      names,
      birthYear: year === '' ? null : Number(year),
      country,
      source,
      digest: createHash('sha256')
        .update(JSON.stringify([names, year, country, source]))
        .digest('base64url'),
    }
  })
}

/** Replaces a list with the entries of a file, and screens every charity against it (content-26). */
export async function loadScreeningList(
  ports: CharityPorts,
  input: { readonly name: string; readonly text: string },
): Promise<{ entries: number; charities: number; matches: number }> {
  const entries = readScreeningList(input.text)
  const instant = ports.clock()
  await ports.write(async (tx) => {
    await replaceList(tx, { name: input.name, entries, at: instant })
    await record(tx, {
      actor: { kind: 'system' },
      act: 'charities.screening-list-loaded',
      object: `screening-list:${input.name}`,
      at: instant,
      details: { entries: entries.length },
    })
  })
  return { entries: entries.length, ...(await screenAllCharities(ports)) }
}
