import { locales } from '#shared/texts/locales.ts'
import { languageName } from '#shared/text.ts'
import { type Frame, useText } from '#web/lib/text.tsx'
import { FooterName, FooterOperator, FooterPages } from './footer-parts.tsx'

/** Header or footer of a page on a charity's host; contains no visitor data (pages-12). */
export const TenantFrame = ({ frame, isFooter }: { readonly frame: Frame; readonly isFooter?: boolean }) =>
  isFooter ? <TenantFooter frame={frame} /> : <TenantHeader frame={frame} />

/** The header on a charity's host: the platform's name and the other language, without visitor data (pages-12). */
function TenantHeader({ frame }: { readonly frame: Frame }) {
  const t = useText()
  return (
    <header className="site-header">
      <a className="site-skip" href="#content">
        {t('shell.skip')}
      </a>
      <div className="site-header-in">
        <a className="site-name" href="/v4">
          <span>{frame.productName}</span>
        </a>
        <nav aria-label={t('shell.nav')} className="site-nav">
          {locales
            .filter((locale) => locale !== frame.locale)
            .map((locale) => (
              <a key={locale} href={`?lang=${locale}`} lang={locale} hrefLang={locale}>
                {languageName(locale)}
              </a>
            ))}
        </nav>
      </div>
    </header>
  )
}

const pages = ['help', 'donor-protection', 'fees', 'contact', 'privacy', 'terms'] as const

/** The footer on a charity's host: the platform's operator. Its links lead to the platform's host. */
function TenantFooter({ frame }: { readonly frame: Frame }) {
  const t = useText()
  return (
    <footer className="site-footer">
      <div className="site-footer-in">
        <FooterName frame={frame} />
        <nav aria-label={t('shell.footer-nav')} className="site-footer-nav">
          <div>
            <h2>{t('shell.footer-help')}</h2>
            <FooterPages names={pages} />
          </div>
        </nav>
        <FooterOperator frame={frame} />
      </div>
    </footer>
  )
}
