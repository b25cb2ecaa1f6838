import { dayMs, minuteMs } from '#shared/time.ts'
import { textsOf } from '#shared/texts/catalogue.ts'
import {
  type MailContent,
  mailHostOf,
  type MailRow,
  type NotificationPorts,
  queueMails,
} from '#modules/platform/notifications/index.ts'
import { statementContent, yearName } from './documents/statement.ts'
import {
  deleteSuperseded,
  findStatement,
  insertStatementDocuments,
  type StoredStatement,
  findUnfinishedStatements,
} from './queries/statements.ts'
import { stringify } from 'csv-stringify/sync'
import { spreadsheetForm, textCell } from './rules/csv.ts'
import type { Statement } from './rules/statement.ts'

const columns = [
  'date',
  'receipt',
  'kind',
  'charity',
  'registration',
  'campaign',
  'currency',
  'gift',
  'eligible',
  'zakat',
  'zakat-eligible',
  'gift-aid',
  'covered-fee',
  'tip',
  'total',
] as const

/**
 * Writes the statement as CSV with one row per donation. Amounts of a whole receipt are in its first row, so that
 * column sums are right. Amounts are plain decimals and days ISO 8601.
 */
export function statementCsv({ issuers, locale }: Statement): Buffer {
  const t = textsOf('money/receipts', locale)
  const rows = issuers.flatMap((issuer) =>
    issuer.entries.flatMap((entry) =>
      entry.lines.map((line, index) => [
        entry.givenOn.date,
        textCell(entry.number),
        line.lacksAddress ? `${t(entry.kind)} (${t('without-address')})` : t(entry.kind),
        textCell(locale === 'ar' && issuer.nameAr ? issuer.nameAr : issuer.name),
        textCell(issuer.registration),
        textCell(line.campaign),
        entry.currency,
        line.gift,
        line.eligible ?? '',
        t(line.isZakat ? 'yes' : 'no'),
        line.zakatEligible ?? '',
        t(line.giftAid ? 'yes' : 'no'),
        ...(index === 0 ? [entry.coveredFee, entry.tip, entry.total] : ['', '', '']),
      ]),
    ),
  )
  return Buffer.from(stringify([columns.map((column) => t(`csv-${column}`)), ...rows], spreadsheetForm))
}

/**
 * Makes a statement's PDF and CSV from its frozen data and emails the donor if the email is proven. A job; repeated
 * or run concurrently it stores one of each and sends one email.
 */
export async function makeStatement(ports: NotificationPorts, { statementId }: { statementId: string }): Promise<void> {
  const statement = await findStatement(ports.db, statementId)
  if (!statement || statement.isGenerated) return
  const { content } = statement
  const { documentPdf } = await import('./documents/pdf.ts')
  const instant = ports.clock()
  const printed = statementContent(content, { productName: ports.productName })
  const pdf = await documentPdf(printed, {
    size: content.regime === 'us' || content.regime === 'ca' ? 'LETTER' : 'A4',
    ownerPassword: ports.newToken(24),
    generatedAt: instant,
  })
  const csv = statementCsv(content)
  await ports.failpoint('statement_made')
  await ports.write(async (tx) => {
    const isFirst = await insertStatementDocuments(
      tx,
      statementId,
      [
        { format: 'pdf', bytes: pdf },
        { format: 'csv', bytes: csv },
      ],
      instant,
    )
    if (isFirst && statement.mailTo !== null)
      await queueMails(tx, [mailOf(ports, statement, statement.mailTo)], instant)
  })
}

/** Hours after which a missing statement isn't retried until it is requested again. */
export const retryHours = 24

/**
 * Queues statements again that were requested minutes ago and are missing, because a worker died or failed. After a
 * day only the log mentions them. (A receipt's document is queued at every request.)
 */
export async function makeMissingStatements(ports: NotificationPorts): Promise<void> {
  const ago = (minutes: number) => new Date(ports.clock().getTime() - minutes * minuteMs)
  const ids = await findUnfinishedStatements(ports.db, { from: ago(retryHours * 60), to: ago(2) }, 100)
  if (ids.length === 0) return
  await ports.write(async (tx) => {
    for (const statementId of ids)
      await ports.enqueue(tx, 'receipts:make_statement', { statementId }, { key: `statement:${statementId}` })
  })
}

/** Deletes superseded statements after a day. A job. */
export const purgeStatements = (ports: NotificationPorts): Promise<unknown> =>
  ports.write((tx) => deleteSuperseded(tx, new Date(ports.clock().getTime() - dayMs)))

/** Returns the email with a link to the finished statement; its figures require a login. */
function mailOf(ports: NotificationPorts, { id, content: statement }: StoredStatement, to: string): MailRow {
  const { locale } = statement
  const year = yearName(statement, locale)
  const t = textsOf('money/receipts', locale, { year })
  const content: MailContent = {
    locale,
    productName: ports.productName,
    title: t('statement-mail-title'),
    preheader: year,
    footer: t('statement-mail-footer'),
    blocks: [
      { kind: 'text', text: t('statement-mail-text') },
      { kind: 'button', text: t('statement-mail-button'), url: `${ports.origin}/account/receipts` },
    ],
  }
  return {
    id: ports.newId(),
    messageId: `<statement.${id}@${mailHostOf(ports.mailFrom)}>`,
    kind: 'statement',
    to,
    locale,
    subject: t('statement-mail-subject'),
    content,
  }
}
