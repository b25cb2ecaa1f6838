import { sql } from 'kysely'
import type { Tx } from '#shared/ports.ts'
import type { PostalAddress } from '#modules/platform/addresses/rules/address.ts'
import type { Declared } from '../order/order.ts'

type TaxAddressAdded = {
  /** The donations that get the address. */
  readonly ids: readonly string[]
  readonly address: PostalAddress
  /** The donations for which it declares Gift Aid. */
  readonly aided: readonly string[]
  /** The donations for which it requests a tax receipt. */
  readonly receipted: readonly string[]
  /** Whether the organizer may see it. */
  readonly isShared: boolean
  readonly declared: Declared
}

/**
 * Adds or changes the home address of paid donations and declares Gift Aid with it (receipts-15). An existing
 * declaration keeps its text and time and gets the new address. Returns the number of changed donations.
 */
export async function addTaxAddress(tx: Tx, addition: TaxAddressAdded): Promise<number> {
  const { rows } = await sql`
    select giving.add_tax_address(
      ${addition.ids}::uuid[],
      ${JSON.stringify(addition.address)}::jsonb,
      ${addition.aided}::uuid[],
      ${addition.receipted}::uuid[],
      ${addition.isShared}
    )
  `.execute(tx)
  if (rows.length === 0) return 0
  const { firstName = '', lastName = '' } = addition.address
  await sql`
    update giving.gift_aid_declaration
    set
      first_name = ${firstName},
      last_name = ${lastName},
      address = ${JSON.stringify(addition.address)}::jsonb,
      address_changed_at = ${addition.declared.at}::timestamptz
    where donation_id = any(${addition.ids}::uuid[])
  `.execute(tx)
  await sql`
    insert into giving.gift_aid_declaration (
      donation_id, text_version, text_hash, first_name, last_name, address, scope, declared_at, ip
    )
    select
      id,
      ${addition.declared.textVersion},
      ${addition.declared.textHash},
      ${firstName},
      ${lastName},
      ${JSON.stringify(addition.address)}::jsonb,
      'this-donation',
      ${addition.declared.at}::timestamptz,
      ${addition.declared.ip}
    from unnest(${addition.aided}::uuid[]) as a(id)
    on conflict (donation_id) do nothing
  `.execute(tx)
  return rows.length
}
