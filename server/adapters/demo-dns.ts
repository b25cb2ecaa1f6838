import fs from 'node:fs/promises'
import path from 'node:path'
import type { DemoDns } from '#modules/organizers/charities/index-server.ts'
import type { TxtLookup } from './txt-lookup.ts'

type Records = Readonly<Record<string, string>>

/**
 * Stores the TXT records that are entered at /dev/dns in a demo. They are in a file because all processes of the demo
 * read them.
 */
export function createDemoDns(folder: string): DemoDns {
  const file = path.join(folder, 'demo-dns.json')
  const read = async (): Promise<Records> => {
    try {
      return JSON.parse(await fs.readFile(file, 'utf8')) as Records
    } catch (error) {
      if ((error as { code?: string }).code === 'ENOENT') return {}
      throw error
    }
  }
  return {
    list: async () => Object.entries(await read()).map(([name, value]) => ({ name, value })),
    set: async (name, value) => {
      const { [name]: _, ...others } = await read()
      await fs.mkdir(folder, { recursive: true })
      const draft = `${file}.${process.pid}`
      await fs.writeFile(draft, JSON.stringify(value === '' ? others : { ...others, [name]: value }, null, 2))
      await fs.rename(draft, file)
    },
  }
}

/** Answers names below `.test` from the demo's records and queries DNS for all others. */
export const withDemoDns =
  (demoDns: DemoDns, lookUp: TxtLookup): TxtLookup =>
  async (name) => {
    if (!name.toLowerCase().endsWith('.test')) return lookUp(name)
    const values = (await demoDns.list()).filter((record) => record.name === name).map(({ value }) => value)
    return values.length > 0 ? { kind: 'found', values } : { kind: 'none' }
  }
