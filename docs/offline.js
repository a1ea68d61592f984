/* Browsers start no worker for a page that is read from the disk, and the search is one. There this runs it in a frame of the page. */
if (location.protocol === "file:") {
  window.Worker = class extends EventTarget {
    constructor(url) {
      super();
      this.waiting = [];
      const frame = document.body.appendChild(document.createElement("iframe"));
      frame.hidden = true;
      const inner = frame.contentWindow;
      this.inner = inner;
      const add = (address) => new Promise((done, failed) => {
        const script = inner.document.createElement("script");
        script.src = address;
        script.onload = done;
        script.onerror = failed;
        inner.document.head.append(script);
      });
      inner.importScripts = (...all) => all.reduce((before, one) => before.then(() => add(one)), Promise.resolve());
      inner.postMessage = (data) => this.tell(data);
      add(url).then(() => {
        this.ready = true;
        this.waiting.splice(0).forEach((data) => this.postMessage(data));
      });
    }

    tell(data) {
      const message = new MessageEvent("message", { data });
      this.dispatchEvent(message);
      this.onmessage?.(message);
    }

    postMessage(data) {
      if (!this.ready) this.waiting.push(data);
      else this.inner.dispatchEvent(new this.inner.MessageEvent("message", { data }));
    }

    terminate() {}
  };
}
