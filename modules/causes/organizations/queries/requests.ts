import type { Selection } from 'kysely'
import type { Db, Tx, Tables } from '#shared/ports.ts'
import type { Checks } from '../rules/registration.ts'
import type { RequestDecision } from '../rules/verification-request.ts'
import type { RequestState, Screening } from '../tables.ts'
import '../tables.ts'

/** A stored form, encrypted; `version` counts its changes. */
export type StoredForm = { readonly form: Buffer; readonly version: number; readonly savedAt: Date }

export const findForm = (db: Db, organizationId: bigint): Promise<StoredForm | undefined> =>
  db
    .selectFrom('organizations.verification_form')
    .select(['form', 'version', 'saved_at as savedAt'])
    .where('organization_id', '=', organizationId)
    .executeTakeFirst()

/**
 * Stores a form if its stored version is the one its writer saw (0: none). Returns false if it was changed in the
 * meantime.
 */
export async function saveForm(
  tx: Tx,
  input: {
    readonly organizationId: bigint
    readonly form: Buffer
    readonly version: number
    readonly at: Date
    readonly accountId: string
  },
): Promise<boolean> {
  const row = { form: input.form, version: input.version + 1, saved_at: input.at, saved_by_account_id: input.accountId }
  const saved =
    input.version === 0
      ? await tx
          .insertInto('organizations.verification_form')
          .values({ organization_id: input.organizationId, ...row })
          .onConflict((conflict) => conflict.doNothing())
          .returning('version')
          .executeTakeFirst()
      : await tx
          .updateTable('organizations.verification_form')
          .set(row)
          .where('organization_id', '=', input.organizationId)
          .where('version', '=', input.version)
          .returning('version')
          .executeTakeFirst()
  return saved !== undefined
}

export type VerificationRequest = Readonly<
  Selection<Tables, 'organizations.verification_request', (typeof columns)[number]>
>

const columns = [
  'id',
  'organization_id as organizationId',
  'kind',
  'form',
  'registration_key as registrationKey',
  'state',
  'requested_at as requestedAt',
  'screening',
  'checks',
  'recommendation',
  'checked_at as checkedAt',
  'checked_by_account_id as checkedById',
  'decided_at as decidedAt',
  'reason',
] as const

const requests = (db: Db) => db.selectFrom('organizations.verification_request').select(columns)

/** Returns the newest request of a charity, open or decided; with a state, the newest in that state. */
export const latestRequest = (
  db: Db,
  organizationId: bigint,
  state?: RequestState,
): Promise<VerificationRequest | undefined> =>
  requests(db)
    .where('organization_id', '=', organizationId)
    .$if(state !== undefined, (query) => query.where('state', '=', state ?? 'open'))
    .orderBy('requested_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

export const findVerificationRequest = (db: Db, id: string): Promise<VerificationRequest | undefined> =>
  requests(db).where('id', '=', id).executeTakeFirst()

export const lockRequest = (tx: Tx, id: string): Promise<VerificationRequest | undefined> =>
  requests(tx).where('id', '=', id).forUpdate().executeTakeFirst()

/** Returns open requests, oldest first. */
export const listOpenCharityRequests = (db: Db, limit: number): Promise<{ id: string; organizationId: bigint }[]> =>
  db
    .selectFrom('organizations.verification_request')
    .select(['id', 'organization_id as organizationId'])
    .where('state', '=', 'open')
    .orderBy('requested_at')
    .limit(limit)
    .execute()

/** Returns when a charity submitted its requests since a moment, including withdrawn ones. */
export const requestsSince = async (db: Db, organizationId: bigint, since: Date): Promise<Date[]> =>
  (
    await db
      .selectFrom('organizations.verification_request')
      .select('requested_at as at')
      .where('organization_id', '=', organizationId)
      .where('requested_at', '>', since)
      .execute()
  ).map(({ at }) => at)

/** Whether another charity with this registration is verified. */
export const isRegistrationTaken = async (db: Db, key: string, exceptId: bigint, now: Date): Promise<boolean> =>
  (await db
    .selectFrom('organizations.organization')
    .select('id')
    .where('registration_key', '=', key)
    .where('id', '<>', exceptId)
    .where('verification_state', '=', 'verified')
    .where('verified_until', '>', now)
    .executeTakeFirst()) !== undefined

export const insertCharityRequest = (
  tx: Tx,
  verificationRequest: Pick<
    VerificationRequest,
    'id' | 'organizationId' | 'kind' | 'form' | 'registrationKey' | 'requestedAt'
  > & {
    readonly requestedById: string
  },
) =>
  tx
    .insertInto('organizations.verification_request')
    .values({
      id: verificationRequest.id,
      organization_id: verificationRequest.organizationId,
      kind: verificationRequest.kind,
      form: verificationRequest.form,
      registration_key: verificationRequest.registrationKey,
      requested_at: verificationRequest.requestedAt,
      requested_by_account_id: verificationRequest.requestedById,
    })
    .execute()

/** Stores the first approver's decision on an open request; null removes it. */
export const saveCheck = (
  tx: Tx,
  id: string,
  input: {
    readonly checks: Checks
    readonly recommendation: RequestDecision
    readonly at: Date
    readonly byId: string
  } | null,
) =>
  tx
    .updateTable('organizations.verification_request')
    .set({
      checks: input && JSON.stringify(input.checks),
      recommendation: input && input.recommendation,
      checked_at: input && input.at,
      checked_by_account_id: input && input.byId,
    })
    .where('id', '=', id)
    .execute()

/** Stores the result of name screening when a request was submitted. */
export const saveScreening = (tx: Tx, id: string, screening: Screening) =>
  tx
    .updateTable('organizations.verification_request')
    .set({ screening })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .execute()

export const closeRequest = (
  tx: Tx,
  id: string,
  input: { readonly state: RequestState; readonly at: Date; readonly byId: string; readonly reason: string },
) =>
  tx
    .updateTable('organizations.verification_request')
    .set({ state: input.state, decided_at: input.at, decided_by_account_id: input.byId, reason: input.reason })
    .where('id', '=', id)
    .execute()
