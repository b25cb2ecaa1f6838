import { type Frame, useText } from '#web/lib/text.tsx'
import { FooterName, FooterOperator, FooterPages } from './footer-parts.tsx'

const themes = ['auto', 'light', 'dark'] as const

export function Footer({ frame }: { frame: Frame }) {
  const t = useText()
  return (
    <footer className="site-footer">
      <div className="site-footer-in">
        <FooterName frame={frame} />
        <nav aria-label={t('shell.footer-nav')} className="site-footer-nav">
          <div>
            <h2>{t('shell.footer-give')}</h2>
            <a href="/v4/discover">{t('shell.discover')}</a>
            <a href="/scheduled-giving">{t('shell.regular-giving')}</a>
            {frame.isZakatHomeOn ? <a href="/v4/zakat">{t('shell.zakat')}</a> : null}
            <a href="/v4/qurbani">{t('shell.qurbani')}</a>
            <a href="/v4/zakat/calculator">{t('shell.zakat-calculator')}</a>
            <a href="/zakat-policy">{t('shell.zakat-policy')}</a>
          </div>
          <div>
            <h2>{t('shell.footer-help')}</h2>
            <FooterPages names={['help', 'donor-protection', 'fees', 'contact', 'accessibility']} />
          </div>
          <div>
            <h2>{t('shell.footer-about')}</h2>
            <FooterPages names={['for-charities']} />
            <a href="/ledger">{t('shell.ledger')}</a>
            {frame.hasTrustPage ? <a href="/trust">{t('shell.trust')}</a> : null}
            <a href="/organize/new">{t('shell.start-fundraiser')}</a>
            <FooterPages names={['privacy', 'terms', 'cookies']} />
            <a href="/docs/api">{t('shell.api')}</a>
            {frame.isProduction ? null : <a href="/dev/mail">{t('shell.dev-mail')}</a>}
            {frame.isProduction ? null : <a href="/dev/kit">{t('shell.dev-kit')}</a>}
          </div>
        </nav>
        <div className="site-footer-choices">
          <form method="post" action="/preferences" className="site-theme row" aria-label={t('shell.theme')}>
            <input type="hidden" name="back" value={frame.path} />
            {themes.map((theme) => (
              <button key={theme} name="theme" value={theme} className="chip" aria-pressed={frame.theme === theme}>
                {t(`shell.theme-${theme}`)}
              </button>
            ))}
          </form>
          <a className="site-currency" href={`/currency?back=${encodeURIComponent(frame.path)}`}>
            {t('shell.currency-now', { currency: frame.currency ?? t('shell.currency-own') })}
          </a>
          <a className="site-currency" href={`/country?back=${encodeURIComponent(frame.path)}`}>
            {t('shell.country-now', { country: frame.countryName ?? t('shell.country-none') })}
          </a>
        </div>
        <FooterOperator frame={frame} />
      </div>
    </footer>
  )
}
