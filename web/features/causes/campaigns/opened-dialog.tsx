import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { campaignDialogTexts } from '#web/lib/campaign-dialog-texts.ts'
import { type MessageKey, MoreTexts, useLocale, useText } from '#web/lib/text.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import type { OpenDialogProps } from './dialog-link.tsx'

/** A dialog of a fundraiser's page, with its lazily loaded texts. */
export function OpenedDialog({
  title,
  isOpen,
  onClose,
  children,
}: OpenDialogProps & { readonly title: MessageKey; readonly children: ReactNode }) {
  const locale = useLocale()
  return createPortal(
    <MoreTexts value={campaignDialogTexts(locale)}>
      <Framed title={title} isOpen={isOpen} onClose={onClose}>
        {children}
      </Framed>
    </MoreTexts>,
    document.body,
  )
}

function Framed({
  title,
  isOpen,
  onClose,
  children,
}: OpenDialogProps & { readonly title: MessageKey; readonly children: ReactNode }) {
  const t = useText()
  return (
    <Dialog isOpen={isOpen} title={t(title)} closeLabel={t('info.close')} onClose={onClose}>
      {children}
    </Dialog>
  )
}
