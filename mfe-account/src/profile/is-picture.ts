/** Whether the browser can draw what is at an address; once this resolves it draws it without delay. */
export async function isPicture(url: string): Promise<boolean> {
  const image = new Image();
  image.src = url;
  try {
    await image.decode();
    return true;
  } catch {
    return false;
  }
}
