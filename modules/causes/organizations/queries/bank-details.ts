import type { Db, Tx } from '#shared/ports.ts'
import type { Currency } from '#shared/currencies.ts'
import type { AccountType, BankState } from '../rules/bank-details.ts'
import '../tables.ts'

/** Stored bank details of a charity; `numbers` are encrypted. */
export type StoredBankDetails = {
  readonly id: string
  readonly organizationId: bigint
  readonly currency: Currency
  readonly country: string
  readonly accountName: string
  readonly accountType: AccountType
  readonly lastFour: string
  readonly needsStaff: boolean
  readonly state: BankState
  readonly enteredAt: Date
  readonly enteredById: string | null
  readonly decidedAt: Date | null
  readonly activeFrom: Date | null
}

const selected = (db: Db) =>
  db
    .selectFrom('organizations.bank_details')
    .select([
      'id',
      'organization_id as organizationId',
      'currency',
      'country',
      'account_name as accountName',
      'account_type as accountType',
      'last_four as lastFour',
      'needs_staff as needsStaff',
      'state',
      'entered_at as enteredAt',
      'entered_by_account_id as enteredById',
      'decided_at as decidedAt',
      'active_from as activeFrom',
    ])

/** Lists the bank details of a charity, newest first. */
export const listBankDetails = (db: Db, organizationId: bigint): Promise<StoredBankDetails[]> =>
  selected(db)
    .where('organization_id', '=', organizationId)
    .orderBy('entered_at', 'desc')
    .orderBy('id')
    .limit(50)
    .execute()

/** Lists bank details that await a decision by staff, oldest first. */
export const listBankDetailsForStaff = (db: Db): Promise<StoredBankDetails[]> =>
  selected(db)
    .where('state', '=', 'pending')
    .where('needs_staff', '=', true)
    .orderBy('entered_at')
    .orderBy('id')
    .limit(100)
    .execute()

/** Finds and locks an entry until the transaction ends. */
export const lockBankDetails = (tx: Tx, id: string): Promise<StoredBankDetails | undefined> =>
  selected(tx).where('id', '=', id).forUpdate().executeTakeFirst()

/** Adds an entry that awaits a second approver, and replaces one that already waited. */
export async function insertBankDetails(
  tx: Tx,
  bankDetails: Omit<StoredBankDetails, 'state' | 'decidedAt' | 'activeFrom'> & { readonly numbers: Buffer },
): Promise<void> {
  await tx
    .updateTable('organizations.bank_details')
    .set({ state: 'replaced' })
    .where('organization_id', '=', bankDetails.organizationId)
    .where('currency', '=', bankDetails.currency)
    .where('state', '=', 'pending')
    .execute()
  await tx
    .insertInto('organizations.bank_details')
    .values({
      id: bankDetails.id,
      organization_id: bankDetails.organizationId,
      currency: bankDetails.currency,
      country: bankDetails.country,
      account_name: bankDetails.accountName,
      account_type: bankDetails.accountType,
      last_four: bankDetails.lastFour,
      numbers: bankDetails.numbers,
      needs_staff: bankDetails.needsStaff,
      entered_at: bankDetails.enteredAt,
      entered_by_account_id: bankDetails.enteredById,
    })
    .execute()
}

/** Makes staff decide entries that await a decision and are in another country than the charity's (payments-25). */
export const requireStaffForForeignBank = (tx: Tx, organizationId: bigint, country: string) =>
  tx
    .updateTable('organizations.bank_details')
    .set({ needs_staff: true })
    .where('organization_id', '=', organizationId)
    .where('state', '=', 'pending')
    .where('country', '<>', country)
    .execute()

/** Records the second approver's decision. */
export const decideBankDetails = (
  tx: Tx,
  id: string,
  input: {
    readonly state: 'approved' | 'rejected'
    readonly at: Date
    readonly byId: string
    readonly activeFrom: Date | null
    readonly stopHash: Buffer | null
  },
) =>
  tx
    .updateTable('organizations.bank_details')
    .set({
      state: input.state,
      decided_at: input.at,
      decided_by_account_id: input.byId,
      active_from: input.activeFrom,
      stop_hash: input.stopHash,
    })
    .where('id', '=', id)
    .execute()

/** Stops approved details that aren't used yet, by the code of a mail; undefined if there are none. */
export const stopBankDetails = (
  tx: Tx,
  stopHash: Buffer,
  now: Date,
): Promise<{ readonly id: string; readonly organizationId: bigint; readonly currency: Currency } | undefined> =>
  tx
    .updateTable('organizations.bank_details')
    .set({ state: 'stopped' })
    .where('stop_hash', '=', stopHash)
    .where('state', '=', 'approved')
    .where('active_from', '>', now)
    .returning(['id', 'organization_id as organizationId', 'currency'])
    .executeTakeFirst()

/** Returns the charity and currency whose details a code would stop; undefined if there are none. */
export const findStoppable = (db: Db, stopHash: Buffer, now: Date) =>
  db
    .selectFrom('organizations.bank_details as b')
    .innerJoin('organizations.organization as o', 'o.id', 'b.organization_id')
    .select(['o.name', 'b.currency', 'b.last_four as lastFour'])
    .where('b.stop_hash', '=', stopHash)
    .where('b.state', '=', 'approved')
    .where('b.active_from', '>', now)
    .executeTakeFirst()

/** Counts how often bank details of a charity were entered since a moment. */
export const countEnteredSince = async (db: Db, organizationId: bigint, since: Date): Promise<number> =>
  (
    await db
      .selectFrom('organizations.bank_details')
      .select('id')
      .where('organization_id', '=', organizationId)
      .where('entered_at', '>', since)
      .execute()
  ).length
