/**
 * Scrolls to and focuses the first invalid field. Payment errors are shown above the button, which has the focus
 * already.
 */
export function showFault(id: string): void {
  if (id === 'wallets') return document.getElementById(id)?.scrollIntoView({ block: 'nearest' })
  if (id === 'card' || id === 'total')
    return document.querySelector('.checkout-wrong')?.scrollIntoView({ block: 'nearest' })
  const control = document.getElementById(id)
  const field = control?.matches('input, select, textarea, [tabindex]') ? control : control?.querySelector('input')
  field?.focus()
}
