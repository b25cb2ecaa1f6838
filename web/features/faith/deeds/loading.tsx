import { useText } from '#web/lib/text.tsx'
import { Backdrop } from './icons.tsx'

/** The Welcome while the story loads: its progress bar slows down toward 90 % and jumps to 100 % when loaded. */
export function Loading({ isComplete, hijriYear }: { readonly isComplete: boolean; readonly hijriYear: number }) {
  const t = useText()
  return (
    <section className="deeds-story no-script-hidden" data-slide="welcome" aria-busy={!isComplete}>
      <Backdrop />
      <div className="deeds-stage">
        <div className="deeds-slide">
          <p className="deeds-name">{t('deeds.title')}</p>
          <p className="deeds-lead" role="status">
            {t('deeds.preparing')}
          </p>
          <div className="deeds-loading" data-complete={isComplete || undefined} aria-hidden="true">
            <span />
          </div>
          <p>
            <a className="deeds-link" href={`/deeds?view=page&hijriYear=${hijriYear}`}>
              {t('deeds.read')}
            </a>
          </p>
        </div>
      </div>
    </section>
  )
}
