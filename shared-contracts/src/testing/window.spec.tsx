describe('the window of a component test', () => {
  it('is the global object', () => {
    expect(window).toBe(globalThis);
    expect(document.defaultView).toBe(globalThis);
    expect(window).toBeInstanceOf(EventTarget);
  });

  it('is the target of its events', () => {
    const targets: unknown[] = [];
    const record = ({ target, currentTarget }: Event) => targets.push(target, currentTarget);
    window.addEventListener('online', record);
    window.dispatchEvent(new Event('online'));
    window.removeEventListener('online', record);
    window.dispatchEvent(new Event('online'));
    expect(targets).toEqual([globalThis, globalThis]);
  });

  it('receives events of its elements', () => {
    let view: unknown;
    window.addEventListener('click', (event) => (view = event.view), { once: true });
    document.body.click();
    expect(view).toBe(globalThis);
  });

  it('has a cookie, a history and a storage of its own', () => {
    expect([document.cookie, history.length, localStorage.length]).toEqual(['', 1, 0]);
    expect(location.href).toBe('http://localhost/');
  });
});
