import './styles/fonts.css'
import './styles/tokens.css'
import './styles/reset.css'
import './styles/kit/layout.css'
import './styles/kit/buttons.css'
import './styles/kit/fields.css'
import './styles/kit/chips.css'
import './styles/kit/segments.css'
import './styles/kit/surfaces.css'
import './styles/kit/overlays.css'
import './styles/kit/utilities.css'
import './features/platform/shell/site.css'
import './features/causes/discovery/styles/search-box.css'
import { lazy, type ReactNode, Suspense, useContext, useEffect } from 'react'
import {
  isRouteErrorResponse,
  Links,
  type LinksFunction,
  Meta,
  Outlet,
  Scripts,
  useRouteLoaderData,
} from 'react-router'
import { renderContext } from '#server/pages/render-context.ts'
import { addressInLanguage, hasHeaderSearch, isOrganizingPage, isPublicPage } from '#shared/pages/public-pages.ts'
import { isEmbeddedForm } from '#shared/pages/embedded-form.ts'
import { hasSideMenu, isWorkingScreen } from '#shared/pages/working-screens.ts'
import { locales } from '#shared/texts/locales.ts'
import { direction } from '#shared/text.ts'
import type { Route } from './+types/root'
import { setDefaultErrorTexts } from './lib/api.ts'
import { PageLocale } from './lib/page-locale.ts'
import { PageTextsContext, pageTextsId } from './lib/page-texts.ts'
import type { Frame } from './lib/text.tsx'
import { countriesIn } from './features/platform/addresses/address-data.ts'
import { BasketLink } from './features/money/baskets/basket-link.tsx'
import { ErrorPage } from './features/platform/shell/error-page.tsx'
import { Footer } from './features/platform/shell/footer.tsx'
import { Header } from './features/platform/shell/header.tsx'

/** Lazy, because payment pages don't have it. */
const ConfirmEmailBanner = lazy(() =>
  import('./features/platform/shell/confirm-email-banner.tsx').then((module) => ({
    default: module.ConfirmEmailBanner,
  })),
)
const HeaderSearch = lazy(() =>
  import('./features/causes/discovery/header-search.tsx').then((part) => ({ default: part.HeaderSearch })),
)

/** Loaded only on charities' own hosts. */
const TenantFrame = lazy(() =>
  import('./features/platform/shell/tenant-frame.tsx').then((part) => ({ default: part.TenantFrame })),
)

export const links: LinksFunction = () => [{ rel: 'icon', href: '/icon.svg', type: 'image/svg+xml' }]

export function loader({ context, request }: Route.LoaderArgs): Frame {
  const {
    locale,
    theme,
    motion,
    currency,
    country,
    viewer,
    basket,
    productName,
    operator,
    origin,
    isTenant,
    isProduction,
    isZakatHomeOn,
    hasTrustPage,
  } = context.get(renderContext)
  const url = new URL(request.url)
  return {
    locale,
    theme,
    motion,
    currency,
    countryName: countriesIn(locale).find(({ code }) => code === country)?.name,
    viewer,
    basket,
    productName,
    operator,
    origin,
    isTenant,
    isProduction,
    isZakatHomeOn,
    hasTrustPage,
    path: url.pathname + url.search,
  }
}

/** The layout's data stays the same until the next document load. */
export const shouldRevalidate = () => false

/** The document around every page and error page. */
export function Layout({ children }: { children: ReactNode }) {
  const frame = useRouteLoaderData<typeof loader>('root')
  const locale = useContext(PageLocale)
  const { json } = useContext(PageTextsContext)
  return (
    <html
      lang={locale}
      dir={direction(locale)}
      // Signals to lib/pre-hydration-input.ts that a target is hydrated. This event makes React hydrate nothing, and
      // has no default action.
      onAnimationIterationCapture={(event) => event.preventDefault()}
      {...(frame && frame.theme !== 'auto' ? { 'data-theme': frame.theme } : {})}
      {...(frame?.motion === 'reduced' ? { 'data-motion': 'reduced' } : {})}
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        {frame?.isTenant ? null : (
          <>
            {/* Embedded as JSON, because the router's serialization costs several times as much. */}
            <script id={pageTextsId} type="application/json" dangerouslySetInnerHTML={{ __html: json }} />
            <Scripts />
          </>
        )}
      </body>
    </html>
  )
}

/** The canonical URL of a page and its URL in each language. */
const Languages = ({ address }: { readonly address: string }) => (
  <>
    <link rel="canonical" href={address} />
    {locales.map((locale) => (
      <link key={locale} rel="alternate" hrefLang={locale} href={addressInLanguage(locale, address)} />
    ))}
    <link rel="alternate" hrefLang="x-default" href={address} />
  </>
)

export default function Root({ loaderData }: Route.ComponentProps) {
  const { catalogue } = useContext(PageTextsContext)
  useEffect(() => setDefaultErrorTexts(catalogue), [catalogue])
  const [path = ''] = loaderData.path.split('?')
  return (
    <>
      {/* A hosted page can be on another host and renders its own canonical URL. */}
      {isPublicPage(path) && !path.startsWith('/pages/') ? <Languages address={loaderData.origin + path} /> : null}
      <SiteHeader
        frame={loaderData}
        {...(hasSideMenu(path) ? { skipTo: 'section' } : {})}
        search={
          hasHeaderSearch(path) ? (
            <Suspense>
              <HeaderSearch />
            </Suspense>
          ) : null
        }
      />
      <main id="content" tabIndex={-1}>
        {loaderData.viewer.isSignedIn && !loaderData.viewer.isEmailConfirmed && isOrganizingPage(path) ? (
          <Suspense>
            <ConfirmEmailBanner />
          </Suspense>
        ) : null}
        <Outlet />
      </main>
      <SiteFooter frame={loaderData} />
    </>
  )
}

const pathOf = ({ path }: Frame): string => path.replace(/\?.*/, '')

/** Returns whether the page is the embedded form, which has no header and footer. */
const isBare = (frame: Frame): boolean => isEmbeddedForm(pathOf(frame))

const SiteHeader = ({
  frame,
  search,
  skipTo,
}: {
  readonly frame: Frame
  readonly search?: ReactNode
  readonly skipTo?: string | undefined
}) => {
  if (isBare(frame)) return null
  return frame.isTenant ? (
    <Suspense>
      <TenantFrame frame={frame} />
    </Suspense>
  ) : (
    <Header frame={frame} basket={<BasketLink />} search={search} skipTo={skipTo} />
  )
}

const SiteFooter = ({ frame }: { readonly frame: Frame }) => {
  if (isBare(frame) || isWorkingScreen(pathOf(frame))) return null
  return frame.isTenant ? (
    <Suspense>
      <TenantFrame frame={frame} isFooter />
    </Suspense>
  ) : (
    <Footer frame={frame} />
  )
}

/** Returns the error's text (`withRefusals`). The 404 page has its own text. */
const messageOf = (refused: { readonly status: number; readonly data: unknown } | undefined): string | undefined =>
  refused && refused.status !== 404 ? (refused.data as { message?: string } | null)?.message : undefined

/** The 404 page and the error page. Also rendered if loading the layout failed. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const frame = useRouteLoaderData<typeof loader>('root')
  const refused = isRouteErrorResponse(error) && error.status < 500 ? error : undefined
  return (
    <>
      {frame ? <SiteHeader frame={frame} /> : null}
      <main id="content" tabIndex={-1}>
        <ErrorPage kind={refused ? 'missing' : 'broken'} own={refused?.data} message={messageOf(refused)} />
      </main>
      {frame ? <SiteFooter frame={frame} /> : null}
    </>
  )
}
