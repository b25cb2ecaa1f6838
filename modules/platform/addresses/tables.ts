import type { ColumnType } from 'kysely'
import type { AddressKind } from './rules/address.ts'

declare module '#shared/ports.ts' {
  interface Tables {
    'addresses.address': {
      id: string
      account_id: ColumnType<string, string, never>
      label: string
      first_name: string
      last_name: string
      name: string
      line1: string
      line_key: string
      place_key: string
      line2: string
      city: string
      state: string
      postal_code: string
      country: string
      phone: string
      created_at: ColumnType<Date, Date, never>
      changed_at: Date
    }
    'addresses.default_address': {
      account_id: string
      kind: AddressKind
      address_id: string
    }
  }
}
