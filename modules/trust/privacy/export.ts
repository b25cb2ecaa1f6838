import { hourMs } from '#shared/time.ts'
import { stringify } from 'csv-stringify/sync'
import { sql } from 'kysely'
import { answer, type Answer, type RequestContext } from '#shared/endpoint.ts'
import { isUuid } from '#shared/ids.ts'
import type { StandbyPorts } from '#shared/ports.ts'
import { Problem } from '#shared/problem.ts'
import { textsOf } from '#shared/texts/catalogue.ts'
import { isLocale } from '#shared/text.ts'
import { record } from '#modules/platform/audit/index.ts'
import {
  type AccountViewer,
  decryptBytes,
  encryptBytes,
  findAccount,
  type IdentityPorts,
  isFresh,
  requireRecentAuthentication,
  type FieldKey,
} from '#modules/platform/identity/index.ts'
import { exportDeeds } from '#modules/faith/deeds/index.ts'
import { exportZakat } from '#modules/faith/zakat/index.ts'
import { exportDeclarerDetails } from '#modules/money/gift-aid/index.ts'
import { type NotificationPorts, noticeMail, queueMails } from '#modules/platform/notifications/index.ts'
import { spreadsheetForm } from '#modules/money/receipts/rules/csv.ts'
import {
  deleteExports,
  exportedDataOf,
  exportBytes,
  countExportsSince,
  findPendingExport,
  findExport,
  insertExport,
  saveExport,
  liveExports,
  renewExport,
} from './privacy-queries.ts'
import { exportRows } from './rules/cells.ts'

/** Hours that a link is valid (privacy-3). */
const exportHours = 24
const exportsPerDay = 3
/** Hours after which a job, which is attempted ten times with increasing delays, has failed. */
const attemptHours = 4
const ago = (ports: Pick<NotificationPorts, 'clock'>, hours: number) =>
  new Date(ports.clock().getTime() - hours * hourMs)

/**
 * Requests an export of an account's data, which a job makes. Returns the pending or failed one when requested again.
 * Requires recent authentication.
 */
export async function requestExport(
  ports: IdentityPorts & NotificationPorts,
  viewer: AccountViewer,
  context: RequestContext,
): Promise<{ id: string }> {
  requireRecentAuthentication(ports, viewer)
  const instant = ports.clock()
  return ports.write(async (tx) => {
    // Serializes requests of one account: the second finds the export that the first started.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`export ${viewer.accountId}`}, 0))`.execute(tx)
    const pendingId = await findPendingExport(tx, viewer.accountId)
    const id = pendingId ?? ports.newId()
    if (pendingId) await renewExport(tx, pendingId, { requestedBefore: ago(ports, attemptHours), at: instant })
    else {
      if ((await countExportsSince(tx, viewer.accountId, ago(ports, 24))) >= exportsPerDay)
        throw new Problem('rate-limit', 'too-many-exports', { retryAfterSeconds: 3600 })
      await insertExport(tx, { id, accountId: viewer.accountId, locale: context.locale, at: instant })
      await record(tx, {
        actor: { kind: 'account', id: viewer.accountId },
        act: 'privacy.export-requested',
        object: `account:${viewer.accountId}`,
        at: instant,
        ip: context.ip,
      })
    }
    await ports.enqueue(tx, 'privacy:make_export', { exportId: id }, { key: `export:${id}` })
    return { id }
  })
}

/** Returns exports that are being made, are available, or have failed, with their state. */
export async function exportsOf(ports: IdentityPorts & NotificationPorts, viewer: AccountViewer) {
  const rows = await liveExports(ports.db, viewer.accountId, ago(ports, exportHours))
  const failedBefore = ago(ports, attemptHours)
  const stateOf = ({ completedAt, requestedAt }: (typeof rows)[number]) => {
    if (completedAt) return 'ready' as const
    return requestedAt > failedBefore ? ('being-made' as const) : ('failed' as const)
  }
  return {
    exports: rows.map((row) => ({
      id: row.id,
      requestedAt: row.requestedAt,
      state: stateOf(row),
      until: row.completedAt ? new Date(row.completedAt.getTime() + exportHours * hourMs) : null,
    })),
    mustReauthenticate: !isFresh(ports, viewer),
  }
}

/** `fieldKey` encrypts the files at rest, because they contain zakat answers. */
type ExportPorts = NotificationPorts & { readonly fieldKey: FieldKey }
const ownerOf = (exportId: string) => `privacy.export:${exportId}`

/** Makes an export. If the job runs twice, it keeps the first file and sends one mail. */
export async function makeExport(ports: ExportPorts & StandbyPorts, { exportId }: { exportId: string }): Promise<void> {
  const stored = await findExport(ports.db, exportId)
  const account = stored && !stored.completedAt ? await findAccount(ports.db, stored.accountId) : undefined
  if (!stored || !account) return
  const everything = await ports.readFromStandby(async (reader) => {
    const source = { ...reader, fieldKey: ports.fieldKey }
    return {
      ...(await exportedDataOf(source, stored.accountId)),
      ...(await exportZakat(source, stored.accountId)),
      ...(await exportDeeds(source, stored.accountId)),
      ...(await exportDeclarerDetails(source, stored.accountId)),
    }
  })
  const plain = (_: string, value: unknown) => (typeof value === 'bigint' ? value.toString() : value)
  const json = JSON.stringify({ product: ports.productName, exportedAt: ports.clock(), ...everything }, plain, 2)
  const rows = exportRows(JSON.parse(JSON.stringify(everything, plain)) as typeof everything)
  const csv = stringify([['subject', 'record', 'fact', 'value'], ...rows], spreadsheetForm)
  const instant = ports.clock()
  const locale = isLocale(stored.locale) ? stored.locale : 'en'
  const t = textsOf('trust/privacy-mails', locale, { product: ports.productName })
  const encrypt = (text: string) =>
    encryptBytes(ports.fieldKey, Buffer.from(ports.newToken(12), 'base64url'), Buffer.from(text), ownerOf(exportId))
  await ports.write(async (tx) => {
    if (!(await saveExport(tx, exportId, { json: encrypt(json), csv: encrypt(csv), at: instant }))) return
    // An unconfirmed address may be another person's; the page shows that the export is ready.
    if (!account.emailConfirmedAt) return
    await queueMails(
      tx,
      [
        noticeMail(ports, {
          key: `export.${exportId}`,
          kind: 'export-ready',
          to: account.email,
          locale,
          t,
          blocks: [
            { kind: 'button', text: t('button'), url: `${ports.origin}/account/privacy` },
            { kind: 'small', text: t('not-you') },
          ],
        }),
      ],
      instant,
    )
  })
}

const types = { json: 'application/json; charset=utf-8', csv: 'text/csv; charset=utf-8' } as const

/** Returns the file to its owner only, for 24 hours; audited. Requires recent authentication (accounts-2). */
export async function exportDocument(
  ports: ExportPorts,
  viewer: AccountViewer,
  context: Pick<RequestContext, 'ip'>,
  { exportId, format }: { exportId: string; format: 'json' | 'csv' },
): Promise<Answer<{ state: 'ready' }>> {
  requireRecentAuthentication(ports, viewer)
  const encrypted = isUuid(exportId)
    ? await exportBytes(ports.db, {
        id: exportId,
        accountId: viewer.accountId,
        completedAfter: ago(ports, exportHours),
        format,
      })
    : undefined
  if (!encrypted) throw new Problem('not-found', 'not-found')
  await ports.write((tx) =>
    record(tx, {
      actor: { kind: 'account', id: viewer.accountId },
      act: 'privacy.export-downloaded',
      object: `account:${viewer.accountId}`,
      at: ports.clock(),
      ip: context.ip,
      details: { format },
    }),
  )
  return answer(
    { state: 'ready' as const },
    {
      file: { type: types[format], bytes: decryptBytes(ports.fieldKey, encrypted, ownerOf(exportId.toLowerCase())) },
      headers: {
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
        'content-disposition': `attachment; filename="my-data.${format}"`,
      },
    },
  )
}

/** Deletes expired exports. */
export const purgeExports = (ports: NotificationPorts): Promise<unknown> =>
  ports.write((tx) => deleteExports(tx, ago(ports, exportHours)))
