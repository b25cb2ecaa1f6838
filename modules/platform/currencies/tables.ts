import type { ColumnType } from 'kysely'

declare module '#shared/ports.ts' {
  interface Tables {
    /** `per_euro` as decimal text: a rate is never a float. */
    'currencies.rate': {
      currency: string
      day: string
      source: 'bundled' | 'ecb'
      per_euro: ColumnType<string, string, never>
    }
  }
}
