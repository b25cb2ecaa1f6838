import { sql } from 'kysely'
import type { Db, Tx } from '#shared/ports.ts'
import { type AddressKind, type PostalAddress, stripAddress } from './rules/address.ts'
import { lineKey, placeKey } from './rules/saved.ts'
import './tables.ts'

/** An address in a book. `label`: the owner's name for it, or empty. */
export type SavedAddress = { readonly id: string; readonly label: string; readonly address: PostalAddress }

/** An account's address book: all addresses, most recently changed first, and the one chosen for each use. */
export type AddressBook = {
  readonly addresses: readonly SavedAddress[]
  readonly chosen: { readonly [Kind in AddressKind]?: string }
}

export async function findAddressBook(db: Db, accountId: string): Promise<AddressBook> {
  const [rows, choices] = await Promise.all([
    db
      .selectFrom('addresses.address')
      .selectAll()
      .where('account_id', '=', accountId)
      .orderBy('changed_at', 'desc')
      .orderBy('id', 'desc')
      .execute(),
    db
      .selectFrom('addresses.default_address')
      .select(['kind', 'address_id as addressId'])
      .where('account_id', '=', accountId)
      .execute(),
  ])
  return {
    addresses: rows.map((row) => ({
      id: row.id,
      label: row.label,
      address: stripAddress({
        firstName: row.first_name,
        lastName: row.last_name,
        name: row.name,
        line1: row.line1,
        line2: row.line2,
        city: row.city,
        state: row.state,
        postalCode: row.postal_code,
        country: row.country,
        phone: row.phone,
      }) as PostalAddress,
    })),
    chosen: Object.fromEntries(choices.map(({ kind, addressId }) => [kind, addressId])),
  }
}

/** Serializes changes of a book, so that two tabs can't exceed its limit or overwrite each other. */
export const lockBook = (tx: Tx, accountId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`addresses ${accountId}`}, 0))`.execute(tx)

/**
 * Returns the account's addresses by comparison key, to distinguish known from new ones and to keep values that a form
 * leaves out.
 */
export const findKnown = (
  tx: Tx,
  accountId: string,
): Promise<{ id: string; lineKey: string; placeKey: string; label: string; phone: string }[]> =>
  tx
    .selectFrom('addresses.address')
    .select(['id', 'line_key as lineKey', 'place_key as placeKey', 'label', 'phone'])
    .where('account_id', '=', accountId)
    .execute()

export type AddressRow = SavedAddress & { readonly accountId: string; readonly at: Date }

const columnsOf = ({ label, address, at }: AddressRow) => ({
  label,
  first_name: address.firstName ?? '',
  last_name: address.lastName ?? '',
  name: address.name ?? '',
  line1: address.line1,
  line_key: lineKey(address),
  place_key: placeKey(address),
  line2: address.line2 ?? '',
  city: address.city,
  state: address.state ?? '',
  postal_code: address.postalCode ?? '',
  country: address.country,
  phone: address.phone ?? '',
  changed_at: at,
})

export const insertAddress = (tx: Tx, row: AddressRow) =>
  tx
    .insertInto('addresses.address')
    .values({ id: row.id, account_id: row.accountId, created_at: row.at, ...columnsOf(row) })
    .execute()

export const updateAddress = (tx: Tx, row: AddressRow) =>
  tx
    .updateTable('addresses.address')
    .set(columnsOf(row))
    .where('id', '=', row.id)
    .where('account_id', '=', row.accountId)
    .execute()

export const findAddress = async (db: Db, accountId: string, id: string): Promise<SavedAddress | undefined> =>
  (await findAddressBook(db, accountId)).addresses.find((address) => address.id === id)

/** Undefined if this book has no address with that id. */
export const deleteAddress = (tx: Tx, accountId: string, id: string) =>
  tx
    .deleteFrom('addresses.address')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()

export const chooseAddress = (tx: Tx, accountId: string, kind: AddressKind, addressId: string) =>
  tx
    .insertInto('addresses.default_address')
    .values({ account_id: accountId, kind, address_id: addressId })
    .onConflict((conflict) => conflict.columns(['account_id', 'kind']).doUpdateSet({ address_id: addressId }))
    .execute()

/** Deletes the whole address book. */
export const eraseAddresses = (tx: Tx, accountId: string) =>
  tx.deleteFrom('addresses.address').where('account_id', '=', accountId).execute()
