import { reactRouter } from '@react-router/dev/vite'
import { defineConfig, type Plugin } from 'vite'
import { locales } from './shared/texts/locales.ts'

/** Replaces the list of languages, which the server reads from a folder, by a constant for the browser. */
const localeList: Plugin = {
  name: 'locale-list',
  load: {
    filter: { id: /[\\/]shared[\\/]texts[\\/]locales\.ts$/ },
    handler: () => `export const locales = ${JSON.stringify(locales)}`,
  },
}

const smallModules =
  /(public-pages|basket-channel|footer-parts|logo|amount-input|add-to-basket|dialog-link|approximate|rules.open)\.tsx?$/
const campaignModules = /(country-names|time-left|campaigns.day|heart)\.tsx?$/
const donateModules =
  /(campaigns.donate.(donate-form|donate-button|donate-bar|recent-donations)|campaigns.ago|identity.when)\.tsx?$/
/** What checkout, basket and plan wizard share. */
const givingModules =
  /(giving.(pay|use-payment|use-pending-payment)|payments.use-card-fields|cards.recall-card|form.(zakat-notes|tip-block|payment-parts|price-parts)|known-guest|unfinished-form|history-mark|lib.analytics|rules.(donor-field-values|eligibility|donation))\.tsx?$/
const campaignStyles =
  /(campaigns.styles.(campaign|campaign-card|donate|section|share|story)|favourites.styles.heart|comments.comment)\.css$/
const discoveryStyles =
  /(discovery.styles.(country-map|discover|home|organization)|campaigns.styles.campaign-list)\.css$/
const checkoutStyles = /(giving.styles.(checkout|checkout-phone|fold)|cards.saved-card|addresses.address)\.css$/

export default defineConfig({
  plugins: [localeList, reactRouter()],
  build: {
    assetsInlineLimit: 0,
    // Few files: dozens of small ones add 3.5 kB per page, because they compress worse, and phones wait for each request.
    // `shared` is what many pages load, `common` the small rest of every page, of campaigns and of checkouts;
    // campaigns have one more file of small modules; campaigns, checkouts and lists of fundraisers have one file of
    // styles each.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules.(react|scheduler)|rolldown.runtime|preload-helper/, priority: 1 },
            { name: 'shared', test: /(?<!web.kit.[\w-]+)\.tsx?$/, minShareCount: 18 },
            { name: 'kit', test: /web.kit.[\w-]+\.tsx?$/ },
            { name: 'common', test: smallModules },
            { name: 'campaign-parts', test: campaignModules },
            { name: 'donate', test: donateModules },
            { name: 'giving', test: givingModules },
            { name: 'campaign-styles', test: campaignStyles },
            { name: 'discovery-styles', test: discoveryStyles },
            { name: 'checkout-styles', test: checkoutStyles },
          ],
        },
      },
    },
    // No preload lists: chunks loaded on demand share their imports with the page, so the lists would cost more bytes
    // than they save.
    modulePreload: { resolveDependencies: () => [] },
  },
})
