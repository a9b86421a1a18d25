// Copying text, with a second way where the first is not allowed.

/** What the reader hears of it. Where it is not allowed, the text has to be selected. */
export const HEARD = {
  copied: 'Copied.',
  refused: 'Copying is not allowed here. The text is selected, to copy by hand.',
};

/**
 * @param {string} text
 * @param {ParentNode & Node} near where a helper may stand for a moment
 * @returns {Promise<boolean>} whether it is on the clipboard
 */
export async function copyText(text, near) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // No clipboard outside secure contexts, nor in frames that were not given leave.
    return copySelection(text, near);
  }
}

/**
 * @param {string} text
 * @param {ParentNode & Node} near
 */
function copySelection(text, near) {
  const helper = document.createElement('textarea');
  helper.value = text;
  helper.readOnly = true;
  helper.className = 'copied';
  near.append(helper);
  helper.select();
  try {
    return document.execCommand('copy');
  } finally {
    helper.remove();
  }
}
