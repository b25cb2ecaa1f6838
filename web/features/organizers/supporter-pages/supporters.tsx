import stylesheet from './supporter.css?url'
import type { ListedPageView } from '#modules/organizers/supporter-pages/contract.ts'
import type { Json } from '#shared/wire/json.ts'
import type { CampaignPage } from '#modules/causes/campaigns/contract.ts'
import { formatMoney, money } from '#shared/money.ts'
import { partTexts } from '../hosted-pages/part-texts.ts'
import { MoreTexts, useLocale, useText } from '#web/lib/text.tsx'

type SupportersOfPage = {
  readonly supporters: readonly Json<ListedPageView>[]
  readonly total: number
  readonly teams: readonly Json<ListedPageView>[]
  readonly leaderboard: readonly Json<ListedPageView>[] | null
}

type Props = {
  readonly pages: SupportersOfPage
  readonly campaign: Pick<CampaignPage, 'slug' | 'kind' | 'takesSupporters'>
  /** Origin of the platform, which hosts the pages. */
  readonly origin: string
  readonly hrefWith: (query: Readonly<Record<string, string>>, section: string) => string
}

/** The number of pages shown without paging. */
const shownMax = 60

/**
 * Teams and supporters' pages of a campaign, its leaderboard, and the button that creates a page. Loads its own texts.
 */
export const Supporters = (props: Props) => (
  <MoreTexts value={partTexts(useLocale())}>
    <SupportersSection {...props} />
  </MoreTexts>
)

function SupportersSection({ pages, campaign, origin, hrefWith }: Props) {
  const { slug } = campaign
  const takesSupporters = campaign.takesSupporters || campaign.kind === 'team'
  const hasMore = pages.supporters.length < Math.min(pages.total, shownMax)
  const t = useText()
  const { supporters, teams, leaderboard } = pages
  return (
    <div className="stack-lg">
      <link rel="stylesheet" href={stylesheet} precedence="default" />
      {supporters.length + teams.length > 0 ? (
        <p className="quiet">{t('supporters.lead')}</p>
      ) : (
        <p className="quiet">{t('supporters.none')}</p>
      )}
      {takesSupporters ? (
        <div className="stack">
          <p>{t('supporters.start-text')}</p>
          <p>
            <a className="button button-quiet" href={`${origin}/account/pages/new?for=${encodeURIComponent(slug)}`}>
              {t('supporters.start')}
            </a>
          </p>
        </div>
      ) : null}
      {leaderboard && leaderboard.length > 0 ? (
        <div className="stack">
          <h3>{t('supporters.leaderboard')}</h3>
          <ol className="supporter-leaders">
            {leaderboard.map((page) => (
              <li key={page.campaignId}>
                <PageLink page={page} origin={origin}>
                  {page.supporterName}
                </PageLink>{' '}
                <Raised page={page} />
              </li>
            ))}
          </ol>
        </div>
      ) : null}
      {teams.length > 0 ? (
        <div className="stack">
          <h3>{t('supporters.teams')}</h3>
          <List pages={teams} origin={origin} />
        </div>
      ) : null}
      {supporters.length > 0 ? (
        <>
          {teams.length > 0 ? <h3>{t('supporters.pages')}</h3> : null}
          <List pages={supporters} origin={origin} />
        </>
      ) : null}
      {hasMore ? (
        <p>
          <a className="button button-quiet" href={hrefWith({ supporters: String(shownMax) }, 'supporters')}>
            {t('supporters.more')}
          </a>
        </p>
      ) : null}
    </div>
  )
}

const List = ({ pages, origin }: { readonly pages: readonly Json<ListedPageView>[]; readonly origin: string }) => (
  <ul className="supporter-list">
    {pages.map((page) => (
      <ListedPage key={page.campaignId} page={page} origin={origin} />
    ))}
  </ul>
)

function ListedPage({ page, origin }: { readonly page: Json<ListedPageView>; readonly origin: string }) {
  const t = useText()
  return (
    <li>
      <img src={`${page.imageUrl}&w=480`} alt="" width="64" height="64" loading="lazy" />
      <span className="supporter-list-text">
        <PageLink page={page} origin={origin}>
          {page.title}
        </PageLink>
        <span className="quiet small">{t('supporters.by', { name: `\u2068${page.supporterName}\u2069` })}</span>
        <Raised page={page} />
        {page.members > 0 ? (
          <span className="quiet small">{t('supporters.count-members', { count: page.members })}</span>
        ) : null}
      </span>
    </li>
  )
}

const PageLink = ({
  page,
  origin,
  children,
}: {
  readonly page: Json<ListedPageView>
  readonly origin: string
  readonly children: string
}) => (
  <a className="strong" href={`${origin}/v4/campaign/${encodeURIComponent(page.slug)}`} lang={page.language} dir="auto">
    {children}
  </a>
)

function Raised({ page: { raised, goal, currency } }: { readonly page: Json<ListedPageView> }) {
  const t = useText()
  const locale = useLocale()
  const shown = (minor: number) => `\u2068${formatMoney(money(BigInt(minor), currency), locale)}\u2069`
  return (
    <span className="small">
      {goal === null
        ? t('supporters.raised', { amount: shown(raised) })
        : t('supporters.raised-of', { amount: shown(raised), goal: shown(goal) })}
    </span>
  )
}

/** The campaigns above a team or supporter's page. */
export const Parents = ({ parents }: { readonly parents: CampaignPage['parents'] }) => (
  <MoreTexts value={partTexts(useLocale())}>
    {parents.map((parent) => (
      <Parent key={parent.slug} parent={parent} />
    ))}
  </MoreTexts>
)

function Parent({ parent: { kind, slug, title, language } }: { readonly parent: CampaignPage['parents'][number] }) {
  const t = useText()
  return (
    <p className="quiet">
      {t(kind === 'team' ? 'supporters.in-team' : 'supporters.for')}{' '}
      <a href={`/v4/campaign/${encodeURIComponent(slug)}`} lang={language} dir="auto">
        {title}
      </a>
    </p>
  )
}
