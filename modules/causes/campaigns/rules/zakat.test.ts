import { expect, test } from 'vitest'
import { ownZakatPolicy, zakatPolicyUrl } from './zakat.ts'

test('the zakat policy is the operator’s https page [S1 §2.2]', () => {
  for (const url of ['https://umeed.example/zakat', 'https://z', 'https://umeed.example/سياسة-الزكاة?lang=ar#nisab'])
    expect(zakatPolicyUrl(url), url).toBe(url)
})

test('a setting that isn’t one https address gives the platform’s own page [S1 §2.2]', () => {
  expect(ownZakatPolicy).toBe('/zakat-policy')
  for (const setting of [
    '',
    'https://',
    'http://umeed.example/zakat',
    'umeed.example/zakat',
    'see https://umeed.example/zakat',
    'javascript:https://umeed.example',
    'https://umeed.example/zakat policy',
    'https://umeed.example/zakat\nSet-Cookie: a=b',
    'https://umeed.example/"onclick="alert(1)',
    "https://umeed.example/'",
    'https://umeed.example/<script>',
    'https://umeed.example/>',
  ])
    expect(zakatPolicyUrl(setting), setting).toBe('/zakat-policy')
})
