/** Returns the browser data that 3-D Secure requires (payments-9). */
export const browserInfo = () => ({
  language: navigator.language,
  colorDepth: screen.colorDepth,
  screenHeight: screen.height,
  screenWidth: screen.width,
  timeZoneOffset: new Date().getTimezoneOffset(),
  javaEnabled: false,
  javaScriptEnabled: true,
})
