import { expect, test } from 'vitest'
import { defaultContent } from './page-content.ts'

const defaults = { country: 'GB', language: 'en', primaryColor: '#123456' }

test('a new page is empty, takes single donations by every method and is listed [S2 §3] [S2 §9]', () => {
  expect(defaultContent(defaults)).toEqual({
    title: '',
    tagline: '',
    description: '',
    category: '',
    location: '',
    country: 'GB',
    language: 'en',
    currency: 'USD',
    donationGoal: null,
    enableGoal: false,
    endDate: '',
    enableEndDate: false,
    image: '',
    imageAlt: '',
    logo: '',
    logoAlt: '',
    video: null,
    primaryColor: '#123456',
    secondaryColor: '#2C633D',
    frequencies: { oneTime: true, daily: false, weekly: false, monthly: false },
    paymentMethods: { creditCard: true, applePay: true, googlePay: true },
    tipsEnabled: true,
    customUrl: '',
    facebookPixelId: '',
    socialLinks: { website: '', facebook: '', twitter: '', instagram: '', youtube: '', linkedin: '' },
    givingLevels: [],
    impacts: [],
    listed: true,
  })
})

test('the end that a new page proposes is turned off [S2 §9]', () => {
  expect(defaultContent(defaults, '2027-03-31')).toEqual({ ...defaultContent(defaults), endDate: '2027-03-31' })
})
