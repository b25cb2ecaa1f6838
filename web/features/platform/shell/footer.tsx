import type { Frame } from '../../../lib/text.tsx'
import { useText } from '../../../lib/text.tsx'

const themes = ['auto', 'light', 'dark'] as const

export function Footer({ frame }: { frame: Frame }) {
  const t = useText()
  return (
    <footer className="site-footer">
      <div className="site-footer-in">
        <div>
          <p className="site-footer-name">{frame.productName}</p>
          <p className="quiet">{t('shell.tagline')}</p>
          {frame.isProduction ? null : <p className="quiet">{t('shell.demo-notice')}</p>}
        </div>
        <nav aria-label={t('shell.footer-nav')} className="site-footer-nav">
          <a href="/v4/discover">{t('shell.discover')}</a>
          {frame.isZakatHomeOn ? <a href="/v4/zakat">{t('shell.zakat')}</a> : null}
          <a href="/v4/qurbani">{t('shell.qurbani')}</a>
          <a href="/v4/zakat/calculator">{t('shell.zakat-calculator')}</a>
          <a href="/zakat-policy">{t('shell.zakat-policy')}</a>
          <a href="/docs/api">{t('shell.api')}</a>
          {frame.isProduction ? null : <a href="/dev/mail">{t('shell.dev-mail')}</a>}
          {frame.isProduction ? null : <a href="/dev/kit">{t('shell.dev-kit')}</a>}
        </nav>
        <div className="site-footer-choices">
          <form method="post" action="/preferences" className="site-theme" aria-label={t('shell.theme')}>
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
      </div>
    </footer>
  )
}
