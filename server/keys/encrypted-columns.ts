/** Where the database and the file store have values that `FIELD_KEY` encrypts. */

/** A column of encrypted bytes; `boundTo` is the SQL of the text that a value is bound to. */
export type EncryptedColumn = {
  readonly table: string
  readonly id: string
  readonly idType: 'uuid' | 'bigint'
  readonly column: string
  readonly boundTo: string
}
/** A JSON column with lines, each of which may have `encryptedFields` in base64. `path`: the path of the lines. */
export type EncryptedLines = { readonly table: string; readonly column: string; readonly path: readonly string[] }

/** The bytea columns with encrypted values; a test compares them with the schema. */
export const encryptedColumns: readonly EncryptedColumn[] = [
  {
    table: 'gift_aid.claim_row',
    id: 'id',
    idType: 'uuid',
    column: 'details',
    boundTo: `'gift-aid.claim:' || claim_id || ':' || donation_id`,
  },
  {
    table: 'gift_aid.declarer_details',
    id: 'id',
    idType: 'uuid',
    column: 'details',
    boundTo: `coalesce('gift-aid.account:' || account_id, 'gift-aid.donor:' || organization_id || ':' || encode(donor_key, 'hex'), '')`,
  },
  { table: 'giving.donation', id: 'id', idType: 'uuid', column: 'encrypted_fields', boundTo: `''` },
  {
    table: 'identity.authenticator',
    id: 'account_id',
    idType: 'uuid',
    column: 'encrypted_secret',
    boundTo: 'account_id::text',
  },
  {
    table: 'organizations.bank_details',
    id: 'id',
    idType: 'uuid',
    column: 'numbers',
    boundTo: `'bank-details:' || organization_id`,
  },
  {
    table: 'organizations.verification_form',
    id: 'organization_id',
    idType: 'bigint',
    column: 'form',
    boundTo: `'verification-form:' || organization_id`,
  },
  {
    table: 'organizations.verification_request',
    id: 'id',
    idType: 'uuid',
    column: 'form',
    boundTo: `'verification-form:' || organization_id`,
  },
  { table: 'payouts.batch', id: 'id', idType: 'uuid', column: 'file', boundTo: `'payout-batch:' || id` },
  { table: 'privacy.export', id: 'id', idType: 'uuid', column: 'json', boundTo: `'privacy.export:' || id` },
  { table: 'privacy.export', id: 'id', idType: 'uuid', column: 'csv', boundTo: `'privacy.export:' || id` },
  {
    table: 'webhooks.endpoint',
    id: 'id',
    idType: 'uuid',
    column: 'secret',
    boundTo: `'webhook-endpoint:' || id`,
  },
  {
    table: 'webhooks.endpoint',
    id: 'id',
    idType: 'uuid',
    column: 'former_secret',
    boundTo: `'webhook-endpoint:' || id`,
  },
  {
    table: 'zakat.profile',
    id: 'id',
    idType: 'uuid',
    column: 'encrypted',
    boundTo: `'zakat.profile:' || account_id || ':' || id`,
  },
]

/** A table whose rows have a file of their id; its bytes are bound to the prefix and the id. */
export type EncryptedFiles = { readonly table: string; readonly boundTo: string; readonly place: string }

export const encryptedFiles: readonly EncryptedFiles[] = [
  { table: 'organizations.document', boundTo: 'charity-document:', place: 'charity documents' },
  { table: 'gift_aid.scan', boundTo: 'gift-aid-scan:', place: 'declarations on paper' },
]

export const encryptedLines: readonly EncryptedLines[] = [
  { table: 'payments.intent', column: 'order_details', path: ['lines'] },
  { table: 'baskets.basket', column: 'lines', path: [] },
]
