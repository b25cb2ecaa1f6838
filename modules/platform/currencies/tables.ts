import type { ColumnType } from 'kysely'
import type { Currency } from '#shared/money.ts'

declare module '#shared/ports.ts' {
  interface Tables {
    /** `per_euro` as decimal text: a rate is never a float. */
    'currencies.rate': {
      currency: Currency
      day: string
      source: 'bundled' | 'ecb'
      per_euro: ColumnType<string, string, never>
    }
    /** `usd_per_gram` as decimal text. */
    'currencies.metal_price': {
      metal: 'gold' | 'silver'
      day: string
      source: 'bundled'
      usd_per_gram: ColumnType<string, string, never>
    }
  }
}
