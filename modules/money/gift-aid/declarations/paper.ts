import { instantIn } from '#shared/date-arithmetic.ts'
import { sql } from 'kysely'
import { isLocalDate, type LocalDate } from '#shared/calendar.ts'
import type { RequestContext } from '#shared/endpoint.ts'
import { type Fault, Problem } from '#shared/problem.ts'
import type { Db, Tx } from '#shared/ports.ts'
import { checkTaxAddress, type PostalAddress } from '#modules/platform/addresses/rules/address.ts'
import { record } from '#modules/platform/audit/index.ts'
import { type AccountViewer, decryptBytes, encryptBytes } from '#modules/platform/identity/index.ts'
import { checkPersonName } from '#modules/platform/identity/rules/name.ts'
import {
  type MediaPorts,
  type PrivateFile,
  privateFileToSend,
  readUpload,
  removePrivateFile,
  savePrivateFile,
} from '#modules/platform/media/index.ts'
import { authorizeForClaims } from '../claims/authorize-for-claims.ts'
import type { ClaimPorts } from '../claims/ports.ts'
import type { PaperView } from '../contract-paper.ts'
import { readReferences } from '../rules/references.ts'
import { decryptDetails, encryptDetails } from './declarer-details.ts'
import { coversFromOf, ukDayOf } from './rules/coverage.ts'
import '../tables.ts'

export type PaperPorts = ClaimPorts & Pick<MediaPorts, 'files'>

/** A declaration on paper as finance entered it. `file` is Base64. */
export type EnteredPaper = {
  readonly organizationId: bigint
  readonly reference: string
  readonly scope: 'later' | 'past_and_later'
  readonly declaredOn: string
  readonly firstName: string
  readonly lastName: string
  readonly line1: string
  readonly city: string
  readonly postalCode: string
  readonly fileName: string
  readonly file: string
}

type PaperAct = 'gift-aid.paper-entered' | 'gift-aid.paper-listed' | 'gift-aid.scan-opened'
type Member = { readonly viewer: AccountViewer; readonly context: Pick<RequestContext, 'ip'> }

const recordAct = (
  ports: PaperPorts,
  tx: Tx,
  { viewer, context }: Member,
  entry: { readonly act: PaperAct; readonly organizationId: bigint; readonly declaration?: string },
) =>
  record(tx, {
    actor: { kind: 'account', id: viewer.accountId },
    act: entry.act,
    object: `organization:${entry.organizationId}`,
    at: ports.clock(),
    ip: context.ip,
    details: entry.declaration ? { declaration: entry.declaration } : {},
  })

/** Returns a charity's declarations on paper with their names, newest first. The opening is in the audit log. */
export async function listPaper(
  ports: PaperPorts,
  member: Member,
  organizationId: bigint,
): Promise<{ readonly declarations: PaperView[]; readonly today: string }> {
  const charity = await authorizeForClaims(ports, member.viewer, organizationId, 'reading')
  const rows = await ports.db
    .selectFrom('gift_aid.declaration as g')
    .innerJoinLateral(
      (e) =>
        e
          .selectFrom('gift_aid.declarer_details as n')
          .select('n.details')
          .whereRef('n.organization_id', '=', 'g.organization_id')
          .whereRef('n.donor_key', '=', 'g.donor_key')
          .orderBy('n.valid_from', 'desc')
          .limit(1)
          .as('n'),
      (join) => join.onTrue(),
    )
    .select([
      'g.id',
      'g.donor_key as donorKey',
      'g.scope',
      'n.details',
      sql<string>`g.declared_on::text`.as('declaredOn'),
      sql<string>`g.covers_from::text`.as('coversFrom'),
      sql<string | null>`g.covers_until::text`.as('coversUntil'),
    ])
    .where('g.organization_id', '=', charity.id)
    .where('g.source', '=', 'paper')
    .orderBy('g.created_at', 'desc')
    .limit(500)
    .execute()
  if (rows.length > 0)
    await ports.write((tx) =>
      recordAct(ports, tx, member, { act: 'gift-aid.paper-listed', organizationId: charity.id }),
    )
  return {
    declarations: rows.flatMap(({ donorKey, details, scope, ...row }) => {
      if (!donorKey || scope === 'donation') return []
      const { firstName = '', lastName = '' } = decryptDetails(
        ports.fieldKey,
        { organizationId: charity.id, donorKey },
        details,
      )
      return [{ ...row, scope, name: `${firstName} ${lastName}`.trim() }]
    }),
    today: ukDayOf(ports.clock()),
  }
}

/** Encryption context that binds a scan's bytes to its id. */
const boundTo = (id: string): string => `gift-aid-scan:${id}`

/**
 * Enters a donor's declaration on paper with its scan. It covers the donations of the donor of `reference` to the
 * charity (gift-aid-8). Throws the faults of the form. Returns the declaration's id.
 */
export async function enterPaper(ports: PaperPorts, member: Member, entered: EnteredPaper): Promise<string> {
  const charity = await authorizeForClaims(ports, member.viewer, entered.organizationId, 'changing')
  const donorKey = await findDonor(ports.db, charity.id, entered.reference)
  const address = addressOf(entered)
  const today = ukDayOf(ports.clock())
  const faults = faultsOf(entered, { address, isFound: donorKey !== undefined, today })
  const { declaredOn } = entered
  if (!donorKey || !isLocalDate(declaredOn) || Object.keys(faults).length > 0)
    throw new Problem('validation', 'invalid-input', { fields: faults })
  const upload = await readScan(entered.file)
  const [id, scanId] = [ports.newId(), ports.newId()]
  const nonce = Buffer.from(ports.newToken(12), 'base64url')
  const bytes = encryptBytes(ports.fieldKey, nonce, Buffer.from(upload.bytes), boundTo(scanId))
  await savePrivateFile(ports, scanId, { ...upload, bytes })
  const now = ports.clock()
  const declaredAt = declarationInstant(declaredOn, now)
  try {
    await ports.write(async (tx) => {
      await tx
        .insertInto('gift_aid.scan')
        .values({
          id: scanId,
          organization_id: charity.id,
          file_kind: upload.kind,
          bytes: bytes.length,
          digest: upload.digest,
          name: scanName(entered.fileName),
          added_at: now,
          added_by: member.viewer.accountId,
        })
        .execute()
      await tx
        .insertInto('gift_aid.declaration')
        .values({
          id,
          organization_id: charity.id,
          source: 'paper',
          scope: entered.scope,
          donor_key: donorKey,
          text_version: 'paper',
          text_hash: '',
          declared_at: declaredAt,
          declared_on: declaredOn,
          covers_from: coversFromOf(entered.scope, declaredOn),
          scan_id: scanId,
          entered_by: member.viewer.accountId,
          created_at: now,
        })
        .execute()
      await tx
        .insertInto('gift_aid.declarer_details')
        .values({
          id: ports.newId(),
          organization_id: charity.id,
          donor_key: donorKey,
          details: encryptDetails(ports, { organizationId: charity.id, donorKey }, address),
          valid_from: declaredAt,
        })
        .execute()
      await recordAct(ports, tx, member, {
        act: 'gift-aid.paper-entered',
        organizationId: charity.id,
        declaration: id,
      })
    })
  } catch (error) {
    await removePrivateFile(ports, scanId, upload.kind)
    throw error
  }
  return id
}

/** Noon of the day in London, so that a declaration of the same day on the site counts as it was made. */
function declarationInstant(day: LocalDate, now: Date): Date {
  const noon = instantIn('Europe/London', day, { hour: 12 })
  return noon < now ? noon : now
}

const addressOf = ({ firstName, lastName, line1, city, postalCode }: EnteredPaper): PostalAddress => ({
  firstName,
  lastName,
  line1,
  city,
  postalCode,
  country: 'GB',
})

function faultsOf(
  { declaredOn, firstName, lastName }: EnteredPaper,
  { address, isFound, today }: { readonly address: PostalAddress; readonly isFound: boolean; readonly today: string },
): Readonly<Record<string, Fault>> {
  const found: Readonly<Record<string, Fault | undefined>> = {
    reference: isFound ? undefined : { code: 'gift-aid-reference-unknown' },
    declaredOn: isLocalDate(declaredOn) && declaredOn <= today ? undefined : { code: 'gift-aid-day-invalid' },
    ...checkTaxAddress(address),
    ...(firstName && { firstName: checkPersonName(firstName, 'first') }),
    ...(lastName && { lastName: checkPersonName(lastName, 'last') }),
  }
  return Object.fromEntries(Object.entries(found).filter((entry): entry is [string, Fault] => entry[1] !== undefined))
}

/** Returns the key of the donor whose donation to the charity has a reference; undefined if there is none. */
async function findDonor(db: Db, organizationId: bigint, typed: string): Promise<Buffer | undefined> {
  const [reference] = readReferences(typed).references
  if (!reference) return undefined
  const row = await db
    .selectFrom('giving.donation as d')
    .innerJoin('campaigns.campaign as c', 'c.id', 'd.campaign_id')
    .select('d.donor_key as donorKey')
    .where(sql<boolean>`right(d.id::text, 10) = ${reference}`)
    .where('c.organization_id', '=', organizationId)
    .executeTakeFirst()
  return row?.donorKey
}

async function readScan(file: string): Promise<PrivateFile> {
  const upload = Buffer.from(file, 'base64')
  if (upload.length === 0)
    throw new Problem('validation', 'invalid-input', { fields: { file: { code: 'file-missing' } } })
  return readUpload(upload).catch((error: unknown) => {
    throw error instanceof Problem
      ? new Problem('validation', error.code, { status: error.status, fields: { file: { code: error.code } } })
      : error
  })
}

/** Removes characters from a file name that could break a header or a path. */
const scanName = (typed: string): string =>
  typed
    .replace(/[\p{C}/\\"<>]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 120) || 'declaration'

/** Returns the decrypted scan of a declaration, and writes this to the audit log. */
export async function openScan(
  ports: PaperPorts,
  member: Member,
  input: { readonly organizationId: bigint; readonly declarationId: string },
) {
  const charity = await authorizeForClaims(ports, member.viewer, input.organizationId, 'exporting')
  const scan = await ports.db
    .selectFrom('gift_aid.declaration as g')
    .innerJoin('gift_aid.scan as s', 's.id', 'g.scan_id')
    .select(['s.id', 's.file_kind as kind'])
    .where('g.id', '=', input.declarationId)
    .where('g.organization_id', '=', charity.id)
    .executeTakeFirst()
  const stored = scan && (await privateFileToSend(ports, { ...scan, name: 'declaration' }))
  if (!stored) throw new Problem('not-found', 'declaration-not-found')
  await ports.write((tx) =>
    recordAct(ports, tx, member, {
      act: 'gift-aid.scan-opened',
      organizationId: charity.id,
      declaration: input.declarationId,
    }),
  )
  const bytes = decryptBytes(ports.fieldKey, Buffer.from(stored.file.bytes), boundTo(scan.id))
  return { ...stored, file: { ...stored.file, bytes: new Uint8Array(bytes) } }
}
