// Signs in with a passkey: the browser answers a challenge, and the answer is posted like any other form. The form is
// hidden unless scripts and passkeys are available, and at an IP address, where browsers have none.
const form = document.querySelector('form[data-challenge]')
const problem = form?.querySelector('[role=alert]')

const isAddress = /^[\d.]+$|^\[/.test(location.hostname)

if (form && !isAddress && window.PublicKeyCredential?.parseRequestOptionsFromJSON) {
  form.hidden = false
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void signIn()
  })
}

async function signIn() {
  problem.textContent = ''
  try {
    const asked = await fetch(form.dataset.challenge)
    if (!asked.ok) return showProblem('unreachable')
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(await asked.json())
    const credential = await navigator.credentials.get({ publicKey })
    form.elements.response.value = JSON.stringify(credential.toJSON())
    form.submit()
  } catch (error) {
    // Canceled by the user.
    if (error.name === 'NotAllowedError') return
    showProblem(error.name === 'SecurityError' ? 'address' : 'failed')
  }
}

/** Shows one of the texts that the page has for problems. */
function showProblem(name) {
  problem.textContent = problem.dataset[name]
}
