import { createHash } from 'node:crypto'
import { replaceList, type ScreeningEntry } from '#modules/causes/organizations/index.ts'
import { type CsvFormat, type Headings, readCsvTable } from '#shared/input/csv-file.ts'
import { normalizeDigits } from '#shared/input/digits.ts'
import { faultText } from '#shared/texts/catalogue.ts'
import { record } from '#modules/platform/audit/index.ts'
import type { CharityPorts } from '../ports.ts'
import { screenAllCharities } from './screen.ts'

type Column = 'name' | 'aliases' | 'birth_year' | 'country' | 'source' | 'id'
const heading = (name: string): Headings => ({ own: [name.replace('_', ' ')], others: [] })

const format: CsvFormat<Column> = {
  headings: {
    name: heading('name'),
    aliases: heading('aliases'),
    birth_year: heading('birth_year'),
    country: heading('country'),
    source: heading('source'),
    id: heading('id'),
  },
  rowsMax: 1_000_000,
  charactersMax: 200_000_000,
}

/**
 * Parses a list for name screening (content-37): CSV with the columns name, aliases (separated by `;`), birth_year, country,
 * source and id. Throws an Error with the fault and its row.
 */
export function readScreeningList(text: string): ScreeningEntry[] {
  const table = readCsvTable(text, format)
  if ('fault' in table) {
    const sentence = faultText(table.fault, 'en') ?? table.fault.code
    throw new Error(`${sentence} The first row must be ${Object.keys(format.headings).join(',')}.`)
  }
  const seen = new Set<string>()
  return table.rows.map(({ row, cells, fault }) => {
    if (fault) throw new Error(faultText(fault, 'en') ?? fault.code)
    const place = `row ${row}`
    const { name, aliases, country, source, id } = cells
    const year = normalizeDigits(cells.birth_year)
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
