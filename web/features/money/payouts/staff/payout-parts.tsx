import type { ReactNode } from 'react'
import type { z } from 'zod'
import type { payoutView } from '#modules/money/payouts/contract-views.ts'
import { isolate } from '#shared/text.ts'
import { useDayText } from '#web/features/money/refunds/refund-marks.tsx'
import { type MessageKey, useText } from '#web/lib/text.tsx'
import { Amount } from '#web/ui/amount.tsx'
import type { Json } from '#shared/wire/json.ts'

type Payout = Json<z.output<typeof payoutView>>
type Charity = { readonly id: string; readonly name: string }

const pages = [
  { path: '/staff/payouts', label: 'staff-payouts.title' },
  { path: '/staff/payouts/batches', label: 'staff-payouts.batches' },
  { path: '/staff/payouts/statements', label: 'staff-payouts.statements' },
  { path: '/staff/payouts/charities', label: 'staff-payouts.charities' },
] as const satisfies readonly { path: string; label: MessageKey }[]

/** The heading of a page about payouts, with the links to the others. `here`: the path of the page. */
export function PayoutsHead({
  title,
  lead,
  here,
}: {
  readonly title: string
  readonly lead: string
  readonly here: (typeof pages)[number]['path']
}) {
  const t = useText()
  return (
    <div className="stack">
      <h1>{title}</h1>
      <nav className="payout-pages" aria-label={t('staff-payouts.pages')}>
        {pages.map(({ path, label }) => (
          <a key={path} href={path} {...(path === here ? { 'aria-current': 'page' } : {})}>
            {t(label)}
          </a>
        ))}
      </nav>
      <p className="quiet">{lead}</p>
    </div>
  )
}

/** What a payout pays: zakat, the rest, its reserve and releases, and the total. */
export function PayoutSums({ payout }: { readonly payout: Payout }) {
  const t = useText()
  const sums = [
    ['staff-payouts.zakat', payout.zakat],
    ['staff-payouts.rest', payout.rest],
    ['staff-payouts.reserve', -payout.reserve],
    ['staff-payouts.released', payout.released],
  ] as const
  return (
    <div className="lines-in">
      <dl className="lines">
        {sums
          .filter(([, minor]) => minor !== 0)
          .map(([label, minor]) => (
            <PayoutSum key={label} label={t(label)}>
              <Amount minor={minor} currency={payout.currency} fractions="always" />
            </PayoutSum>
          ))}
        <dt className="lines-total">{t('staff-payouts.total')}</dt>
        <dd className="lines-total">
          <Amount minor={payout.total} currency={payout.currency} fractions="always" />
        </dd>
      </dl>
    </div>
  )
}

function PayoutSum({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </>
  )
}

/** A payout’s charity with a link to its statement, its reference, account and day, and what follows below. */
export function PayoutRow({
  payout,
  charity,
  badge,
  children,
}: {
  readonly payout: Payout
  readonly charity: Charity
  readonly badge?: ReactNode
  readonly children?: ReactNode
}) {
  const t = useText()
  const day = useDayText()
  return (
    <li className="payout-row">
      <div className="row-apart row-baseline">
        <a className="strong" href={`/staff/payouts/${payout.id}`}>
          <bdi>{charity.name}</bdi>
        </a>
        <span className="strong">
          <Amount minor={payout.total} currency={payout.currency} fractions="always" />
        </span>
      </div>
      <p className="quiet small row-apart">
        <span>
          {t('staff-payouts.about', {
            reference: isolate(payout.reference),
            lastFour: isolate(payout.lastFour),
            date: isolate(day(payout.endedAt ?? payout.sentAt ?? payout.draftedAt)),
          })}
        </span>
        {badge}
      </p>
      {children}
    </li>
  )
}
