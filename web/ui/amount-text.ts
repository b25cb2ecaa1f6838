/** What an amount field holds after something was typed or pasted (S1 §5): "0012" → "12", "" → "0", "12.50" → "12" and that a fraction went. */
export function amountText(typed: string): { readonly text: string; readonly isFractionDropped: boolean } {
  const match = /^\D*([\d\s,٬]*?)(?:[.,٫](\d{1,2}))?\D*$/.exec(typed.trim())
  const whole = (match ? match[1]! : typed).replace(/\D/g, '').replace(/^0+/, '').slice(0, 9)
  return { text: whole === '' ? '0' : whole, isFractionDropped: match?.[2] !== undefined && Number(match[2]) > 0 }
}
