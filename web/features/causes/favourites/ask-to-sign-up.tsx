import type { Catalogue } from '#shared/text.ts'
import { MoreTexts, useLocale, useText } from '#web/lib/text.tsx'
import { Dialog } from '#web/ui/dialog.tsx'

export type AskProps = { readonly isOpen: boolean; readonly here: string; readonly onClose: () => void }

/** Texts loaded with the dialog, not with every page. */
const files = import.meta.glob<Catalogue>('../../../../locales/*/causes/giving-list-ask.json', {
  eager: true,
  import: 'default',
})

/** Asks a visitor who clicked the heart to sign up (S1 §6). `here`: the page to return to. */
export function AskToSignUp(props: AskProps) {
  const locale = useLocale()
  return (
    <MoreTexts value={files[`../../../../locales/${locale}/causes/giving-list-ask.json`] ?? {}}>
      <AskDialog {...props} />
    </MoreTexts>
  )
}

function AskDialog({ isOpen, here, onClose }: AskProps) {
  const t = useText()
  return (
    <Dialog isOpen={isOpen} title={t('heart.ask-title')} closeLabel={t('heart.close')} onClose={onClose}>
      <div className="stack">
        <p>{t('heart.ask')}</p>
        <a className="button button-primary button-wide" href={`/v4/signup?redirectUrl=${encodeURIComponent(here)}`}>
          {t('heart.sign-up')}
        </a>
        <a className="button button-quiet button-wide" href={`/login?redirectUrl=${encodeURIComponent(here)}`}>
          {t('heart.log-in')}
        </a>
      </div>
    </Dialog>
  )
}
