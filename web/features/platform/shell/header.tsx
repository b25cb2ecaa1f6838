import type { ReactNode } from 'react'
import { locales } from '#shared/texts/locales.ts'
import { languageName, type Locale } from '#shared/text.ts'
import type { Frame } from '#web/lib/text.tsx'
import { useText } from '#web/lib/text.tsx'
import { Avatar } from '#web/ui/small-parts.tsx'
import { EarOfGrain } from './logo.tsx'

/** The site's name, navigation, search, basket, account and language, made of links and forms. */
export function Header({
  frame,
  basket,
  search,
  skipTo = 'content',
}: {
  readonly frame: Frame
  readonly basket: ReactNode
  readonly search?: ReactNode
  /** Id of the element that the skip link leads to. */
  readonly skipTo?: string | undefined
}) {
  const t = useText()
  return (
    <header className="site-header">
      <a className="site-skip" href={`#${skipTo}`}>
        {t('shell.skip')}
      </a>
      <div className="site-header-in">
        <a className="site-name" href="/v4">
          <EarOfGrain />
          <span>{frame.productName}</span>
        </a>
        <nav aria-label={t('shell.nav')} className="site-nav">
          {search}
          <a href="/v4/discover" className="site-wide">
            {t('shell.discover')}
          </a>
          {frame.isZakatHomeOn ? (
            <a href="/v4/zakat" className="site-wide">
              {t('shell.zakat')}
            </a>
          ) : null}
          {frame.viewer.isSignedIn ? null : (
            <a href="/organize/new" className="site-widest">
              {t('shell.start-fundraiser')}
            </a>
          )}
          <button type="button" className="link-button site-narrow" popoverTarget="site-menu">
            {t('shell.menu')}
          </button>
          {/* On phones: what is in the navigation of wider screens, and the search. */}
          <div id="site-menu" popover="auto" className="site-menu site-menu-narrow">
            <a href="/v4/discover">{t('shell.search')}</a>
            {frame.isZakatHomeOn ? <a href="/v4/zakat">{t('shell.zakat')}</a> : null}
            <a href="/v4/qurbani">{t('shell.qurbani')}</a>
            <a href="/scheduled-giving">{t('shell.regular-giving')}</a>
          </div>
          {basket}
          {frame.viewer.isSignedIn ? (
            <AccountMenu name={frame.viewer.firstName} />
          ) : (
            <a href={`/login?redirectUrl=${encodeURIComponent(frame.path)}`}>{t('shell.log-in')}</a>
          )}
          {locales
            .filter((locale) => locale !== frame.locale)
            .map((locale) => (
              <LanguageLink key={locale} locale={locale} path={frame.path} />
            ))}
        </nav>
      </div>
    </header>
  )
}

/**
 * A link to the same page in another language. It keeps the page's state: what was typed is in the tab, and the URL is
 * the current one, which scripts may have changed since the page was loaded.
 */
function LanguageLink({ locale, path }: { readonly locale: Locale; readonly path: string }) {
  const urlOf = (back: string) => `/preferences?locale=${locale}&back=${encodeURIComponent(back)}`
  return (
    <a
      href={urlOf(path)}
      lang={locale}
      rel="nofollow"
      onClick={({ currentTarget }) => (currentTarget.href = urlOf(location.pathname + location.search))}
    >
      {languageName(locale)}
    </a>
  )
}

/** A native popover: the browser closes it on Escape and on a click outside, without JavaScript. */
function AccountMenu({ name }: { readonly name: string }) {
  const t = useText()
  return (
    <>
      <button type="button" className="site-account" popoverTarget="account-menu" aria-label={t('shell.account-menu')}>
        <Avatar name={name} />
      </button>
      <div id="account-menu" popover="auto" className="site-menu">
        <a href="/account">{t('shell.account')}</a>
        <a href="/organize">{t('shell.organize')}</a>
        <form method="post" action="/logout">
          <button className="link-button">{t('shell.log-out')}</button>
        </form>
      </div>
    </>
  )
}
