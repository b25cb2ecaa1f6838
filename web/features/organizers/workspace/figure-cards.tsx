import type { ReactNode } from 'react'
import { sourceName } from '#web/features/organizers/organizing/source-name.ts'
import { useLocale, useText } from '#web/lib/text.tsx'
import { Badge } from '#web/ui/small-parts.tsx'
import { ApproximateAmount, approximateText } from './approximate-amount.tsx'
import type { CharityFigures } from './charity-figures.ts'

type Props = { readonly figures: CharityFigures }

/** What was given, donors, average and refunds, each with its value in the period before. */
export function KeyFiguresOfCharity({ figures }: Props) {
  const t = useText()
  const locale = useLocale()
  const { now, earlier, change, currency, isApproximate } = figures
  const amount = (minor: number | null) =>
    minor === null ? '–' : approximateText(minor, { currency, locale, isApproximate })
  const shown = (minor: number | null) =>
    minor === null ? (
      <span aria-label={t('organize.none')}>–</span>
    ) : (
      <ApproximateAmount minor={minor} currency={currency} isApproximate={isApproximate} />
    )
  return (
    <dl className="dashboard-figures">
      <Figure label={t('workspace.given')} change={change.given} before={amount(earlier.given)}>
        {shown(now.given)}
      </Figure>
      <Figure
        label={t('workspace.donors')}
        change={change.donors}
        before={String(earlier.donors)}
        note={`${t('workspace.new-donors', { count: now.newDonors })} · ${t('workspace.returning-donors', { count: now.donors - now.newDonors })}`}
      >
        <span className="num">{now.donors}</span>
      </Figure>
      <Figure
        label={t('workspace.average')}
        change={change.average}
        before={amount(earlier.average)}
        note={t('organize.donation-count', { count: now.donations })}
      >
        {shown(now.average)}
      </Figure>
      <Figure
        label={t('workspace.refunded')}
        change={change.refunded}
        before={amount(earlier.refunded)}
        isNeutral
        note={t('workspace.refund-count', { count: now.refunds })}
      >
        {shown(now.refunded)}
      </Figure>
    </dl>
  )
}

const trends: Readonly<Record<number, 'up' | 'down'>> = { 1: 'up', [-1]: 'down' }

function Figure({
  label,
  change,
  before,
  note,
  isNeutral = false,
  children,
}: {
  readonly label: string
  readonly change: number | null
  readonly before: string
  readonly note?: string
  /** More of it isn't good news. */
  readonly isNeutral?: boolean
  readonly children: ReactNode
}) {
  const t = useText()
  const trend = trends[Math.sign(change ?? 0)] ?? 'same'
  return (
    <div className="dashboard-figure card card-in">
      <dt>{label}</dt>
      <dd className="dashboard-figure-value">{children}</dd>
      <dd className="dashboard-figure-change" data-trend={isNeutral ? 'same' : trend}>
        {change === null
          ? t('workspace.change-none', { before })
          : t(`workspace.change-${trend}`, { percent: Math.abs(change), before })}
      </dd>
      {note ? <dd className="quiet small">{note}</dd> : null}
    </div>
  )
}

type Bar = {
  readonly key: string
  readonly name: ReactNode
  readonly given: number
  readonly donations: number
  readonly percentage: number
}

/** Parts of what was given, largest first, with bars. */
function Bars({ bars, figures: { currency, isApproximate } }: Props & { readonly bars: readonly Bar[] }) {
  const t = useText()
  if (bars.length === 0) return <p className="quiet">{t('workspace.no-donations')}</p>
  return (
    <ul className="dashboard-sources">
      {bars.map(({ key, name, given, donations, percentage }) => (
        <li key={key}>
          <span className="dashboard-source-name">{name}</span>
          <span className="workspace-part">
            <ApproximateAmount minor={given} currency={currency} isApproximate={isApproximate} />{' '}
            <span className="quiet small">{t('organize.donation-count', { count: donations })}</span>
          </span>
          <span className="dashboard-source-bar" aria-hidden="true">
            <span style={{ inlineSize: `${Math.max(1, percentage)}%` }} />
          </span>
        </li>
      ))}
    </ul>
  )
}

/** The fundraisers, pages and general fund that received most. */
export function TopFundraisers({ figures }: Props) {
  const t = useText()
  return (
    <Bars
      figures={figures}
      bars={figures.fundraisers.map(({ id, name, language, isGeneralFund, ...part }) => ({
        key: id,
        name: (
          <>
            <a href={`/organize/${id}`} lang={language}>
              <bdi>{name}</bdi>
            </a>{' '}
            {isGeneralFund ? <Badge>{t('workspace.general-fund')}</Badge> : null}
          </>
        ),
        ...part,
      }))}
    />
  )
}

/** Sources of donations: the links that donors followed. */
export function SourcesOfCharity({ figures }: Props) {
  const t = useText()
  const nameOf = (name: string | null) => {
    if (name === null) return t('organize.source-other')
    if (name === '') return t('organize.source-none')
    return name === 'referral' ? t('organize.source-referral') : sourceName(t, name.replace(/^src:/, ''))
  }
  return (
    <Bars
      figures={figures}
      bars={figures.sources.map(({ name, ...part }) => ({
        key: name ?? '*',
        name: <bdi>{nameOf(name)}</bdi>,
        ...part,
      }))}
    />
  )
}

/** Countries of donors; `names` has their names in the reader's language. */
export function CountriesOfCharity({ figures, names }: Props & { readonly names: Readonly<Record<string, string>> }) {
  const t = useText()
  const nameOf = (code: string | null) => {
    if (code === null) return t('workspace.other-countries')
    return code === '' ? t('workspace.country-unknown') : (names[code] ?? code)
  }
  return (
    <Bars
      figures={figures}
      bars={figures.countries.map(({ name, ...part }) => ({ key: name ?? '*', name: nameOf(name), ...part }))}
    />
  )
}

/** Plans of donors: how many are active, what they are worth, and how many came and went. */
export function PlansOfCharity({ figures: { plans, currency, isApproximate } }: Props) {
  const t = useText()
  return (
    <dl className="workspace-facts">
      <Fact label={t('workspace.plans-active')}>
        <span className="num">{plans.active}</span>
      </Fact>
      <Fact label={t('workspace.plans-worth')}>
        <ApproximateAmount minor={plans.monthlyWorth} currency={currency} isApproximate={isApproximate} />
      </Fact>
      <Fact label={t('workspace.plans-started')} note={t('workspace.plans-before', { count: plans.startedBefore })}>
        <span className="num">{plans.started}</span>
      </Fact>
      <Fact label={t('workspace.plans-ended')} note={t('workspace.plans-before', { count: plans.endedBefore })}>
        <span className="num">{plans.ended}</span>
      </Fact>
      <Fact label={t('workspace.plans-failing')}>
        <span className="num">{plans.failing}</span>
      </Fact>
    </dl>
  )
}

/** Zakat to date: received, paid out to the charity, and reported as distributed. */
export function ZakatOfCharity({
  figures: { currency, isApproximate },
  zakat,
  hasPayouts,
}: Props & { readonly zakat: NonNullable<CharityFigures['zakat']>; readonly hasPayouts: boolean }) {
  const t = useText()
  const amount = (minor: number) => (
    <ApproximateAmount minor={minor} currency={currency} isApproximate={isApproximate} />
  )
  return (
    <dl className="workspace-facts">
      <Fact label={t('workspace.zakat-received')}>{amount(zakat.received)}</Fact>
      {hasPayouts ? <Fact label={t('workspace.zakat-paid')}>{amount(zakat.paidOut)}</Fact> : null}
      <Fact label={t('workspace.zakat-distributed')}>{amount(zakat.distributed)}</Fact>
    </dl>
  )
}

/** One number with its label. */
export const Fact = ({
  label,
  note,
  children,
}: {
  readonly label: ReactNode
  readonly note?: string
  readonly children: ReactNode
}) => (
  <div>
    <dt>{label}</dt>
    <dd className="workspace-fact">{children}</dd>
    {note ? <dd className="quiet small">{note}</dd> : null}
  </div>
)
