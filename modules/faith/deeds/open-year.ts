import { sql } from 'kysely'
import { noticeMail, queueMails } from '#modules/platform/notifications/index.ts'
import { hijriOf, localDateIn } from '#shared/calendar.ts'
import { isLocale } from '#shared/text.ts'
import { textsOf } from '#shared/texts/catalogue.ts'
import { dayMs } from '#shared/time.ts'
import type { DeedsPorts } from './ports.ts'
import { deedsOpenAt, latestDeedsYear } from './rules/deeds-year.ts'
import { computeYear, isYearStored } from './snapshot.ts'

const batch = 500
/** Number of days after the opening for which a missed mail is still sent. */
const lateDays = 7

/**
 * The job: computes every completed year that isn't computed yet, deletes snapshots without consent, and mails donors
 * whose year has just opened. Returns the number of snapshots and mails.
 */
export async function openDeedsYear(ports: DeedsPorts): Promise<{ snapshots: number; mails: number }> {
  await sql`delete from deeds.snapshot s where not exists (
    select from (${sql.raw(ports.deedsSources.consents)}) agreed where agreed.account_id = s.account_id)`.execute(
    ports.db,
  )
  const now = ports.clock()
  const latest = latestDeedsYear(now)
  let snapshots = 0
  for (let year = await firstYear(ports, latest); year <= latest; year++)
    if (!(await isYearStored(ports.db, year))) snapshots += await computeYear(ports, year)
  const isJustOpened = now.getTime() - deedsOpenAt(latest).getTime() < lateDays * dayMs
  return { snapshots, mails: isJustOpened ? await writeToDonors(ports, latest) : 0 }
}

/** Returns the Hijri year of the first donation. */
async function firstYear(ports: DeedsPorts, latest: number): Promise<number> {
  const { rows } = await sql<{ first: Date | null }>`select min(given_at) as first from giving.donation`.execute(
    ports.db,
  )
  const first = rows[0]?.first
  return first ? Math.min(hijriOf(localDateIn('UTC', first)).year, latest) : latest
}

type Reader = {
  readonly accountId: string
  readonly email: string
  readonly firstName: string
  readonly locale: string
}

/**
 * Each donor and year is mailed once, by the primary key of `deeds.notice`, which is written in the transaction that
 * queues the mails.
 */
async function writeToDonors(ports: DeedsPorts, hijriYear: number): Promise<number> {
  const now = ports.clock()
  const opened = deedsOpenAt(hijriYear)
  const writeBatch = () =>
    ports.write(async (tx) => {
      const { rows } = await sql<Reader>`
        with noted as (
          insert into deeds.notice (account_id, hijri_year, sent_at)
          select s.account_id, s.hijri_year, ${now}::timestamptz
          from deeds.snapshot s
          join (${sql.raw(ports.deedsSources.consents)}) agreed on agreed.account_id = s.account_id
            and agreed.since < ${opened}::timestamptz
          join identity.account a on a.id = s.account_id
            and a.email_confirmed_at is not null
            and a.erased_at is null
            and (a.preferences ->> 'deedsMails') is distinct from 'false'
          where s.hijri_year = ${hijriYear}::smallint
            and not exists (
              select from deeds.notice n where n.account_id = s.account_id and n.hijri_year = s.hijri_year
            )
          order by s.account_id
          limit ${batch}
          on conflict do nothing
          returning account_id
        )
        select a.id as "accountId", a.email, a.first_name as "firstName", a.locale
        from noted
        join identity.account a on a.id = noted.account_id
      `.execute(tx)
      await queueMails(
        tx,
        rows.map((reader) => mailOf(ports, reader, hijriYear)),
        now,
      )
      return rows.length
    })
  let mails = 0
  for (let sent = await writeBatch(); sent > 0; sent = await writeBatch()) mails += sent
  return mails
}

/** Writes the mail. Neither subject nor text contains an amount or figure, because others may read a donor's mail. */
function mailOf(ports: DeedsPorts, { accountId, email, firstName, locale: wanted }: Reader, hijriYear: number) {
  const locale = isLocale(wanted) ? wanted : 'en'
  const t = textsOf('faith/deeds-mails', locale, {
    product: ports.productName,
    name: `\u2068${firstName}\u2069`,
    year: String(hijriYear),
  })
  return noticeMail(ports, {
    key: `deeds.${accountId}.${hijriYear}`,
    kind: 'deeds-opened',
    to: email,
    locale,
    t: (key) => t(`opened.${key}`),
    blocks: [{ kind: 'button', text: t('opened.button'), url: `${ports.origin}/deeds` }],
  })
}
