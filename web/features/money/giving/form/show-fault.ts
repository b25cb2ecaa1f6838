/** Leads to the first wrong field; what is wrong with the payment is shown above the button, where the focus is. */
export function showFault(id: string): void {
  if (id === 'wallets') return document.getElementById(id)?.scrollIntoView({ block: 'nearest' })
  if (id === 'card' || id === 'total')
    return document.querySelector('.checkout-wrong')?.scrollIntoView({ block: 'nearest' })
  const control = document.getElementById(id)
  const field = control?.matches('input, select, textarea, [tabindex]') ? control : control?.querySelector('input')
  field?.focus()
}
