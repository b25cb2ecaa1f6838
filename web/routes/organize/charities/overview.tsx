import { canDo } from '#modules/causes/organizations/rules/roles.ts'
import { type View, views } from '#modules/organizers/workspace/rules/view.ts'
import { formatDay, localDate, localDateIn } from '#shared/calendar.ts'
import { Amount } from '#web/ui/amount.tsx'
import { countriesIn } from '#web/features/platform/addresses/address-data.ts'
import { shortDay, shortMonth } from '#web/features/organizers/organizing/days.ts'
import { CharityTaskList } from '#web/features/organizers/workspace/charity-tasks.tsx'
import {
  CountriesOfCharity,
  Fact,
  KeyFiguresOfCharity,
  PlansOfCharity,
  SourcesOfCharity,
  TopFundraisers,
  ZakatOfCharity,
} from '#web/features/organizers/workspace/figure-cards.tsx'
import { FirstSteps } from '#web/features/organizers/workspace/first-steps.tsx'
import { GivenChart } from '#web/features/organizers/workspace/given-chart.tsx'
import { loadPage } from '#web/kit/load-page.ts'
import { type MessageKey, useText } from '#web/lib/text.tsx'
import '#web/features/organizers/organizing/dashboard.css'
import '#web/features/organizers/organizing/chart.css'
import '#web/features/organizers/organizing/table.css'
import '#web/features/organizers/workspace/workspace.css'
import type { Route } from './+types/overview'
import type { Namespaces } from '#web/lib/namespace-lists.ts'

export const namespaces: Namespaces = ['organizers/workspace']

export const loader = (args: Route.LoaderArgs) =>
  loadPage(args, async ({ api, locale, params: { organizationId }, query }) => {
    const charity = await api('GET /v4/organizations/:organizationId', { organizationId })
    const { role, isClosed, hasPayouts } = charity
    const view: View = views.find((view) => view === query.get('view')) ?? 'day'
    const [{ tasks, firstSteps }, figures, payouts] = await Promise.all([
      api('GET /v4/organizations/:organizationId/tasks', { organizationId }),
      canDo(role, 'figures') ? api('GET /v4/organizations/:organizationId/figures', { organizationId, view }) : null,
      canDo(role, 'bank') && hasPayouts && !isClosed
        ? api('GET /v4/organizations/:organizationId/payouts', { organizationId, limit: 1 })
        : null,
    ])
    const dayOf = (day: string) => shortDay(day, locale, { withYear: true })
    const { until } = charity.verification
    return {
      charity,
      until: until && formatDay(localDateIn('UTC', new Date(until)), locale),
      // The first steps have it already.
      tasks: (firstSteps.some(({ step }) => step === 'bank')
        ? tasks.filter(({ task }) => task !== 'bank-missing')
        : tasks
      ).map((task) => ({ ...task, due: task.dueOn && formatDay(localDate(task.dueOn), locale) })),
      firstSteps,
      payouts: payouts?.currencies.map(({ currency, today, prepared, nextDraftOn }) => ({
        currency,
        available: today.total,
        prepared,
        next: nextDraftOn && formatDay(localDate(nextDraftOn), locale),
      })),
      figures: figures && {
        ...figures,
        span: {
          from: dayOf(figures.from),
          to: dayOf(figures.to),
          beforeFrom: dayOf(figures.before.from),
          beforeTo: dayOf(figures.before.to),
        },
        steps: figures.steps.map((step) => ({
          ...step,
          label: view === 'month' ? shortMonth(step.day, locale) : shortDay(step.day, locale),
        })),
        countryNames: namesOf(
          figures.countries.map(({ name }) => name),
          countriesIn(locale),
        ),
      },
    }
  })

const namesOf = (
  codes: readonly (string | null)[],
  countries: readonly { readonly code: string; readonly name: string }[],
): Record<string, string> =>
  Object.fromEntries(countries.filter(({ code }) => codes.includes(code)).map(({ code, name }) => [code, name]))

/** A charity's home for its members: what to do, and its figures over all campaigns (content-40). */
export default function CharityHome({ loaderData }: Route.ComponentProps) {
  const t = useText()
  const { charity, until, tasks, firstSteps, figures, payouts } = loaderData
  const { state } = charity.verification
  const root = `/organize/charities/${charity.id}`
  return (
    <>
      <title>{charity.name}</title>
      <h1>{t('own-charity.home')}</h1>
      {charity.isClosed ? (
        <div className="notice stack">
          <p>{t('own-charity.closed')}</p>
          <p>{t('own-charity.closed-reading')}</p>
        </div>
      ) : null}
      {charity.isClosed || state === 'verified' ? null : (
        <section className="notice stack">
          <p>
            {t(`own-charity.next-${state}`)}{' '}
            {until ? <span className="quiet">{t('own-charity.ended', { date: until })}</span> : null}
          </p>
          {canDo(charity.role, 'verification') && charity.hasPayouts && state !== 'requested' ? (
            <p>
              <a className="button button-primary" href={`${root}/verification`}>
                {t('own-charity.verification')}
              </a>
            </p>
          ) : null}
        </section>
      )}
      {firstSteps.length > 0 ? <FirstSteps steps={firstSteps} charity={charity} /> : null}
      {/* Before the verification there is something to do, which the notice says. */}
      {charity.isClosed || (state !== 'verified' && tasks.length === 0) ? null : (
        <Card id="tasks" title="workspace.tasks">
          <CharityTaskList tasks={tasks} root={root} />
        </Card>
      )}
      {figures ? <Figures figures={figures} charity={charity} payouts={payouts ?? []} /> : null}
      {charity.isClosed ? null : (
        <p className="quiet small">
          {t('own-charity.receipts')}: {t(`own-charity.receipts-${charity.receipts}`)}
          {state === 'verified' && until ? ` · ${t('own-charity.until', { date: until })}` : ''}
        </p>
      )}
    </>
  )
}

type Loaded = Route.ComponentProps['loaderData']

function Card({
  id,
  title,
  children,
}: {
  readonly id: string
  readonly title: MessageKey
  readonly children: React.ReactNode
}) {
  const t = useText()
  return (
    <section className="card card-in stack" aria-labelledby={id}>
      <h2 id={id}>{t(title)}</h2>
      {children}
    </section>
  )
}

function Figures({
  figures,
  charity,
  payouts,
}: {
  readonly figures: NonNullable<Loaded['figures']>
  readonly charity: Loaded['charity']
  readonly payouts: NonNullable<Loaded['payouts']>
}) {
  const t = useText()
  const root = `/organize/charities/${charity.id}`
  const { view, currency, isApproximate, currencies } = figures
  return (
    <>
      <section className="stack" aria-labelledby="figures">
        <div className="page-head">
          <div>
            <h2 id="figures">{t('workspace.figures')}</h2>
            <p className="quiet small">
              <bdi>{t('workspace.span', figures.span)}</bdi>
            </p>
          </div>
          <nav className="dashboard-periods row" aria-label={t('workspace.view')}>
            {views.map((name) => (
              <a
                key={name}
                className="chip"
                href={`${root}?view=${name}#figures`}
                {...(name === view ? { 'aria-current': 'true' as const } : {})}
              >
                {t(`workspace.view-${name}`)}
              </a>
            ))}
          </nav>
        </div>
        <KeyFiguresOfCharity figures={figures} />
        {isApproximate ? <p className="quiet small">{t('workspace.approximate')}</p> : null}
      </section>
      <Card id="given" title={`workspace.chart-${view}`}>
        <GivenChart
          steps={figures.steps}
          view={view}
          currency={currency}
          total={figures.now.given}
          isApproximate={isApproximate}
        />
      </Card>
      <div className="workspace-cards">
        <div className="workspace-column">
          <Card id="fundraisers" title="workspace.fundraisers">
            <TopFundraisers figures={figures} />
          </Card>
          <Card id="sources" title="workspace.sources">
            <SourcesOfCharity figures={figures} />
          </Card>
          {currencies.length > 1 || isApproximate ? (
            <Card id="currencies" title="workspace.currencies">
              <dl className="workspace-facts">
                {currencies.map((row) => (
                  <Fact
                    key={row.currency}
                    label={<bdi>{row.currency}</bdi>}
                    {...(row.own === null ? { note: t('workspace.no-rate') } : {})}
                  >
                    <Amount minor={row.given} currency={row.currency} />
                  </Fact>
                ))}
              </dl>
            </Card>
          ) : null}
        </div>
        <div className="workspace-column">
          <Card id="plans" title="workspace.plans">
            <PlansOfCharity figures={figures} />
          </Card>
          {figures.zakat ? (
            <Card id="zakat" title="workspace.zakat">
              <ZakatOfCharity figures={figures} zakat={figures.zakat} hasPayouts={charity.hasPayouts} />
            </Card>
          ) : null}
          <Card id="countries" title="workspace.countries">
            <CountriesOfCharity figures={figures} names={figures.countryNames} />
          </Card>
          {payouts.length > 0 ? (
            <Card id="payouts" title="workspace.payouts">
              {payouts.map((money) => (
                <dl key={money.currency} className="workspace-facts">
                  <Fact label={t('workspace.payouts-available')}>
                    <Amount minor={money.available} currency={money.currency} fractions="always" />
                  </Fact>
                  {money.prepared > 0 ? (
                    <Fact label={t('workspace.payouts-prepared')}>
                      <Amount minor={money.prepared} currency={money.currency} fractions="always" />
                    </Fact>
                  ) : null}
                  <Fact label={t('workspace.payouts-next')}>{money.next ?? t('workspace.payouts-none')}</Fact>
                </dl>
              ))}
              <p>
                <a href={`${root}/payouts`}>{t('workspace.payouts-all')}</a>
              </p>
            </Card>
          ) : null}
        </div>
      </div>
    </>
  )
}
